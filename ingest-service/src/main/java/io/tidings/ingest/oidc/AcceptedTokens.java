package io.tidings.ingest.oidc;

import io.tidings.contract.Sha256;
import io.tidings.ingest.access.TokenCheck;
import io.tidings.runtime.RecentlyUsed;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens that were accepted in the last minute, so that the signature of a publisher's token is not checked for each
 * of its requests. Knows a bounded number of tokens, by their hashes, and drops the one that was unused for longest.
 * Thread-safe.
 */
final class AcceptedTokens {
    static final Duration KEPT = Duration.ofMinutes(1);
    static final int MOST = 10_000;

    private record Known(TokenCheck.Accepted check, Instant until) {}

    private final Map<String, Known> byHash = new RecentlyUsed<>(MOST);

    Optional<TokenCheck.Accepted> find(String token, Instant now) {
        var hash = hash(token);
        synchronized (this) {
            return Optional.ofNullable(byHash.get(hash))
                    .filter(known -> now.isBefore(known.until()))
                    .map(Known::check);
        }
    }

    /** Returns the check. */
    TokenCheck add(String token, TokenCheck.Accepted check, Instant expires, Instant now) {
        var kept = now.plus(KEPT);
        var known = new Known(check, expires.isBefore(kept) ? expires : kept);
        var hash = hash(token);
        synchronized (this) {
            byHash.put(hash, known);
        }
        return check;
    }

    synchronized int size() {
        return byHash.size();
    }

    private static String hash(String token) {
        return HexFormat.of().formatHex(Sha256.of(token));
    }
}
