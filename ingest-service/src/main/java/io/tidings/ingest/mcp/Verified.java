package io.tidings.ingest.mcp;

import io.tidings.contract.Sha256;
import io.tidings.runtime.RecentlyUsed;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

/**
 * The callbacks that have passed their verification in the last day, by principal and URL. Knows a bounded number, and
 * drops the one that was unused for longest, which is verified again. Thread-safe.
 */
final class Verified {
    private static final Duration KEPT = Duration.ofDays(1);
    private static final int MOST = 10_000;

    private final Map<String, Instant> until = new RecentlyUsed<>(MOST);

    synchronized boolean has(String principal, String url, Instant now) {
        var end = until.get(key(principal, url));
        return end != null && now.isBefore(end);
    }

    synchronized void add(String principal, String url, Instant now) {
        until.put(key(principal, url), now.plus(KEPT));
    }

    /** As long for every URL, however long that is. */
    private static String key(String principal, String url) {
        return HexFormat.of().formatHex(Sha256.of(principal + "\n" + url));
    }
}
