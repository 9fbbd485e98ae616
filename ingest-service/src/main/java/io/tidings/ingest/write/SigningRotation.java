package io.tidings.ingest.write;

import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.secret.SigningSecret;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request for another signing secret (B-AUTH-1).
 *
 * @param secret null for a random one
 * @param overlap how long the former secret signs, too; null for the service's
 */
public record SigningRotation(
        @Nullable String secret, @Nullable Duration overlap) {
    static final SigningRotation USUAL = new SigningRotation(null, null);

    private static final Duration LONGEST_OVERLAP = Duration.ofDays(30);

    /** @param body may be empty */
    public static Validated<SigningRotation> read(byte[] body) {
        return body.length == 0
                ? new Validated.Valid<>(USUAL)
                : ResourceJson.object(body, root -> new SigningRotation(secret(root), overlap(root)));
    }

    private static @Nullable String secret(JsonObjectReader root) {
        var secret = root.text("secret");
        if (secret != null && !SigningSecret.isLegal(secret)) {
            root.broken("secret", SigningSecret.FORM);
        }
        return secret;
    }

    private static @Nullable Duration overlap(JsonObjectReader root) {
        return root.parsed(
                "overlap", SigningRotation::duration, "must be an ISO 8601 duration from PT0S to P30D, such as PT24H");
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Duration.parse(text))
                    .filter(each -> !each.isNegative() && each.compareTo(LONGEST_OVERLAP) <= 0);
        } catch (DateTimeException e) {
            return Optional.empty(); // the caller reports it
        }
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "SigningRotation[overlap " + overlap + "]";
    }
}
