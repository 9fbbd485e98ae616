package io.tidings.benchmark.campaign.overload.judge;

/**
 * When a heap counts as flat.
 *
 * @param margin megabytes by which the last third of a phase may lie above its first
 * @param most megabytes that it may ever hold
 */
public record Heaps(double margin, double most) {
    /** Looks that say anything. */
    public static final int FEWEST = 3;

    public Judged judge(HeapCurve curve) {
        boolean enough = curve.megabytes().size() >= FEWEST;
        return new Judged(
                "the heap of %s stays flat: %s".formatted(curve.service(), curve.phase()),
                "grows by at most %.0f MB, never above %.0f MB".formatted(margin, most),
                enough
                        ? "%+.0f MB, at most %.0f MB".formatted(curve.growth(), curve.largest())
                        : "looked at only %d times".formatted(curve.megabytes().size()),
                enough && curve.growth() <= margin && curve.largest() <= most);
    }
}
