package io.tidings.benchmark.report;

import io.tidings.testbed.sink.SinkCounts;

/**
 * Deliveries that are not right.
 *
 * @param lost never arrived
 * @param twice arrived again
 */
public record DeliveryErrors(long lost, long twice) {
    public static final DeliveryErrors ALL_ONCE = new DeliveryErrors(0, 0);

    /** @param owed deliveries, each once */
    public static DeliveryErrors of(long owed, SinkCounts counts) {
        return new DeliveryErrors(owed - counts.distinct(), counts.twice());
    }
}
