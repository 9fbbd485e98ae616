package io.tidings.benchmark.report;

/**
 * What became of what was sent.
 *
 * @param lost never arrived
 * @param twice arrived again after having arrived
 */
public record DeliveryErrors(long lost, long twice) {
    public static final DeliveryErrors ALL_ONCE = new DeliveryErrors(0, 0);
}
