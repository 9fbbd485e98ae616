package io.tidings.chaos.report;

/**
 * The limits of a heap that counts as flat.
 *
 * @param margin megabytes by which the last third of a phase may lie above its first
 * @param most megabytes in use
 */
public record HeapLimits(double margin, double most) {
    /** The least number of samples for a judgement. */
    public static final int FEWEST = 3;

    public CheckResult judge(HeapSamples samples) {
        boolean enough = samples.megabytes().size() >= FEWEST;
        return new CheckResult(
                "the heap of %s stays flat: %s".formatted(samples.service(), samples.phase()),
                "grows by at most %.0f MB, never above %.0f MB".formatted(margin, most),
                enough
                        ? "%+.0f MB, at most %.0f MB".formatted(samples.growth(), samples.largest())
                        : "looked at only %d times"
                                .formatted(samples.megabytes().size()),
                enough && samples.growth() <= margin && samples.largest() <= most);
    }
}
