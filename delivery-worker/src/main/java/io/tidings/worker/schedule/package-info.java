/** What is sent next: tiers and due times, the order of keys, and a queue for each subscription, served fairly and within
 * limits. Pure. */
@NullMarked
package io.tidings.worker.schedule;

import org.jspecify.annotations.NullMarked;
