/** Published events: their schemas, and how they are delivered. Pure. */
@NullMarked
package io.tidings.contract.event;

import org.jspecify.annotations.NullMarked;
