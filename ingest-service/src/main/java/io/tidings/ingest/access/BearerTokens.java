package io.tidings.ingest.access;

import java.time.Instant;
import java.util.Optional;

/** One kind of bearer tokens of managers. Thread-safe. */
public interface BearerTokens {
    /** Returns empty if the token is not of this kind. */
    Optional<TokenCheck> check(String token, Instant now);
}
