/** The conditions topic: reports of exporters, and the conditions that were announced as system events (B-SYS). Pure. */
@NullMarked
package io.tidings.contract.condition;

import org.jspecify.annotations.NullMarked;
