package io.tidings.benchmark.report;

/**
 * Deliveries that are not right.
 *
 * @param lost never arrived
 * @param twice arrived again
 */
public record DeliveryErrors(long lost, long twice) {
    public static final DeliveryErrors ALL_ONCE = new DeliveryErrors(0, 0);
}
