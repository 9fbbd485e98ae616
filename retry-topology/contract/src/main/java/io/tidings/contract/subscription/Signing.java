package io.tidings.contract.subscription;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The secrets that sign the requests of a subscription (B-AUTH-1).
 *
 * @param secret {@code whsec_} and base64
 * @param former secret, which signs as well until {@code formerUntil}; null if there is none
 * @param formerUntil null exactly if {@code former} is
 */
public record Signing(
        String secret, @Nullable String former, @Nullable Instant formerUntil) {
    public Signing {
        if ((former == null) != (formerUntil == null)) {
            throw new IllegalArgumentException("a former secret and its end belong together");
        }
    }

    public Signing(String secret) {
        this(secret, null, null);
    }

    /** Returns the secrets that sign at this time, the present one first. */
    public List<String> secretsAt(Instant now) {
        return former != null && formerUntil != null && now.isBefore(formerUntil)
                ? List.of(secret, former)
                : List.of(secret);
    }

    /** Leaves the secrets out. */
    @Override
    public String toString() {
        return "Signing[" + (formerUntil == null ? "" : "former until " + formerUntil) + "]";
    }
}
