package io.tidings.ingest.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.secret.SigningSecret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        if (body.length == 0) {
            return new Validated.Valid<>(USUAL);
        }
        var violations = new ArrayList<Violation>();
        try {
            var root = JsonObjectReader.root(ResourceJson.read(body), violations);
            var rotation = new SigningRotation(secret(root), overlap(root));
            root.refuseOthers();
            return violations.isEmpty() ? new Validated.Valid<>(rotation) : new Validated.Invalid<>(violations);
        } catch (JsonProcessingException e) {
            return new Validated.Invalid<>(List.of(ResourceJson.illegible(e)));
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    private static @Nullable String secret(JsonObjectReader root) {
        var secret = root.text("secret");
        if (secret != null && !SigningSecret.isLegal(secret)) {
            root.broken("secret", SigningSecret.FORM);
        }
        return secret;
    }

    private static @Nullable Duration overlap(JsonObjectReader root) {
        var text = root.text("overlap");
        if (text == null) {
            return null;
        }
        var overlap = duration(text);
        if (overlap.isEmpty()) {
            root.broken("overlap", "must be an ISO 8601 duration from PT0S to P30D, such as PT24H");
        }
        return overlap.orElse(null);
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
