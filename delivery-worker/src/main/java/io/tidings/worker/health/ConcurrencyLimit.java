package io.tidings.worker.health;

import java.time.Duration;

/**
 * The number of requests that an endpoint gets at once: more while its responses are good and as fast as usual, fewer when they
 * take much longer or report overload.
 *
 * <pre>
 *  good, as fast as usual    one more for every response, which doubles the limit with every round trip;
 *                            above the limit it was last lowered to, one more for every round trip
 *  good, but much slower     an eighth less, down to a few
 *  busy, timed out           half, down to one
 * </pre>
 *
 * <p>A late success shows that its timeout was slowness, not refusal: growth is fast again. Requests sent before the
 * limit was lowered do not lower it again: a full window of refusals is one refusal. The usual response time follows
 * faster responses at once and slower ones within half a minute, so that an endpoint that stays slow gets its share
 * again. Times are of {@link System#nanoTime}. Not thread-safe.
 */
final class ConcurrencyLimit {
    /** The limit of a new endpoint. It grows fast, and a thousand endpoints that hang take one slot each. */
    static final int START = 1;

    private static final int FEW = 4;
    private static final double SLOW = 3;
    /** A difference below this does not count as slow. */
    private static final double NOTICEABLE = Duration.ofMillis(50).toNanos();

    private static final double MEMORY = Duration.ofSeconds(30).toNanos();
    private static final int RESPONSES_AVERAGED = 16;

    private int ceiling;
    private int limit;
    /** Above this limit it grows slowly. */
    private int threshold;

    private int responsesSinceGrowth;
    private boolean loweredBefore;
    private long lastLowered;
    private int measured;
    private long lastResponse;
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

    /** @param now never exceeded from now on, at least 1 */
    void ceiling(int now) {
        if (ceiling != now) {
            threshold = threshold == ceiling ? now : Math.min(threshold, now);
            limit = Math.min(limit, now);
            ceiling = now;
        }
    }

    /** The endpoint accepted a request, or refused only the event. */
    void responded(long sent, long now) {
        measure(now - sent, now);
        if (recent <= usual * SLOW || recent - usual <= NOTICEABLE) {
            grow();
        } else if (limit > FEW) {
            lower(sent, now, Math.max(FEW, limit - limit / 8));
        }
    }

    /** The endpoint reported overload, or timed out. */
    void tooMuch(long sent, long now) {
        lower(sent, now, Math.max(1, limit / 2));
    }

    /** A late success: timeouts no longer slow the growth down. */
    void silenceWasSlowness() {
        threshold = ceiling;
    }

    void restart() {
        limit = START;
        threshold = ceiling;
        responsesSinceGrowth = 0;
    }

    private void measure(long took, long now) {
        if (measured < RESPONSES_AVERAGED) {
            measured++;
            recent += (took - recent) / measured;
            usual = recent;
        } else {
            recent += (took - recent) / RESPONSES_AVERAGED;
            usual += (recent - usual) * (recent < usual ? 1 : Math.min(1, (now - lastResponse) / MEMORY));
        }
        lastResponse = now;
    }

    private void grow() {
        responsesSinceGrowth++;
        if (limit < ceiling && (limit < threshold || responsesSinceGrowth >= limit)) {
            limit++;
            responsesSinceGrowth = 0;
        }
    }

    private void lower(long sent, long now, int to) {
        if (!loweredBefore || sent - lastLowered > 0) {
            limit = to;
            threshold = to;
            responsesSinceGrowth = 0;
            loweredBefore = true;
            lastLowered = now;
        }
    }
}
