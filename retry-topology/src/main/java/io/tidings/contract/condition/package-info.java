/** The conditions topic: what exporters noticed, and what was announced as a system event (B-SYS). Pure. */
@NullMarked
package io.tidings.contract.condition;

import org.jspecify.annotations.NullMarked;
