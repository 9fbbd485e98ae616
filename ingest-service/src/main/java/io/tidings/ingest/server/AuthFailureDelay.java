package io.tidings.ingest.server;

import io.tidings.contract.Durations;
import io.tidings.runtime.RecentlyUsed;
import java.time.Duration;
import java.util.Map;

/**
 * Delays the response to a wrong key, longer with every wrong key that came recently from the same address. A right
 * key is never delayed, so an attacker cannot lock out others who share the address. Keeps a bounded number of
 * addresses and drops the one that was quiet for longest. Thread-safe.
 */
final class AuthFailureDelay {
    /** A few mistakes are not delayed. */
    private static final int FREE = 10;

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);
    private static final int ADDRESSES = 10_000;
    private static final int DOUBLINGS = 16;

    private final Duration longest;
    private final Map<String, Tries> tries = new RecentlyUsed<>(ADDRESSES);

    private record Tries(int count, long last) {}

    /** @param longest delay; zero for none */
    AuthFailureDelay(Duration longest) {
        this.longest = longest;
    }

    /** Counts a wrong key and returns the delay of the response. */
    synchronized Duration delayAfterFailure(String address, long nanos) {
        var before = tries.get(ClientNetwork.of(address));
        int count = before != null && nanos - before.last() < FORGOTTEN.toNanos() ? before.count() + 1 : 1;
        tries.put(ClientNetwork.of(address), new Tries(count, nanos));
        if (count <= FREE) {
            return Duration.ZERO;
        }
        return Durations.min(FIRST.multipliedBy(1L << Math.min(count - FREE - 1, DOUBLINGS)), longest);
    }

    synchronized int size() {
        return tries.size();
    }
}
