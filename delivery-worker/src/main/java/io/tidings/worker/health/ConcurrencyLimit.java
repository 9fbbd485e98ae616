package io.tidings.worker.health;

import java.time.Duration;

/**
 * How many requests an endpoint gets at once: more while its answers are good and as fast as usual, fewer when they
 * take much longer or say that it is too much.
 *
 * <pre>
 *  good, as fast as usual    one more for every answer, which doubles it with every round trip;
 *                            where the last cut was made, one more for every round trip
 *  good, but much slower     an eighth less, down to a few
 *  busy, timed out           half, down to one
 * </pre>
 *
 * <p>A timeout whose response turns out to be a late success was slowness, not refusal: growth is fast again.
 *
 * <p>What was sent before a cut does not cut again: a full window that is refused is one refusal. What is usual follows
 * the answers at once when they become faster and within half a minute when they become slower, so that an endpoint that
 * is slower for good gets its share again. Times are of {@link System#nanoTime}. Not thread-safe.
 */
final class ConcurrencyLimit {
    /**
     * Of a new endpoint: it doubles with every good answer, while a thousand that hang take a place each and not all.
     */
    static final int START = 1;

    private static final int FEW = 4;
    private static final double SLOW = 3;
    /** Below that slower is not slow. */
    private static final double NOTICEABLE = Duration.ofMillis(50).toNanos();

    private static final double MEMORY = Duration.ofSeconds(30).toNanos();
    private static final int ANSWERS_AVERAGED = 16;

    private final int ceiling;
    private int limit;
    /** From here on it grows slowly. */
    private int threshold;

    private int answersSinceGrowth;
    private boolean cutBefore;
    private long lastCut;
    private int measured;
    private long lastAnswer;
    private double recent;
    private double usual;

    /** @param ceiling never exceeded, at least 1 */
    ConcurrencyLimit(int ceiling) {
        this.ceiling = ceiling;
        limit = START;
        threshold = ceiling;
    }

    int limit() {
        return limit;
    }

    /** It has taken a request, or refused no more than the event. */
    void responded(long sent, long now) {
        measure(now - sent, now);
        if (recent <= usual * SLOW || recent - usual <= NOTICEABLE) {
            grow();
        } else if (limit > FEW) {
            cut(sent, now, Math.max(FEW, limit - limit / 8));
        }
    }

    /** It has said, or shown by its silence, that it is too much. */
    void tooMuch(long sent, long now) {
        cut(sent, now, Math.max(1, limit / 2));
    }

    /** The endpoint has taken after all what had timed out: no cut for a timeout keeps the limit from doubling. */
    void silenceWasSlowness() {
        threshold = ceiling;
    }

    /** Begins as a new one, whatever it took before. */
    void restart() {
        limit = START;
        threshold = ceiling;
        answersSinceGrowth = 0;
    }

    private void measure(long took, long now) {
        if (measured < ANSWERS_AVERAGED) {
            measured++;
            recent += (took - recent) / measured;
            usual = recent;
        } else {
            recent += (took - recent) / ANSWERS_AVERAGED;
            usual += (recent - usual) * (recent < usual ? 1 : Math.min(1, (now - lastAnswer) / MEMORY));
        }
        lastAnswer = now;
    }

    private void grow() {
        answersSinceGrowth++;
        if (limit < ceiling && (limit < threshold || answersSinceGrowth >= limit)) {
            limit++;
            answersSinceGrowth = 0;
        }
    }

    private void cut(long sent, long now, int to) {
        if (!cutBefore || sent - lastCut > 0) {
            limit = to;
            threshold = to;
            answersSinceGrowth = 0;
            cutBefore = true;
            lastCut = now;
        }
    }
}
