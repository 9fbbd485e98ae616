/** Brokers as processes on small volumes, which can be killed, frozen and filled up. */
@NullMarked
package io.tidings.benchmark.campaign.broker;

import org.jspecify.annotations.NullMarked;
