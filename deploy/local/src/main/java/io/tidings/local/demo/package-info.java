/** The demonstration: publishes an event, shows its attempts, and ends with the dead letter or the delivery. */
@NullMarked
package io.tidings.local.demo;

import org.jspecify.annotations.NullMarked;
