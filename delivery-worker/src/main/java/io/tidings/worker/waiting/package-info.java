/** The log of deliveries that wait for others: what a former owner has left there, and what is read again. */
@NullMarked
package io.tidings.worker.waiting;

import org.jspecify.annotations.NullMarked;
