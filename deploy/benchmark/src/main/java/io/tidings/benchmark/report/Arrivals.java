package io.tidings.benchmark.report;

/**
 * What became of what was sent.
 *
 * @param lost never arrived
 * @param twice arrived again after having arrived
 */
public record Arrivals(long lost, long twice) {
    public static final Arrivals ALL_ONCE = new Arrivals(0, 0);
}
