package io.tidings.contract.extension;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.secret.Keyring;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** {@code properties.tidings.signing} (B-AUTH-1). */
final class SigningJson {
    static final String MEMBER = "signing";

    private static final String PREFIX = "whsec_";
    private static final int FEWEST_BYTES = 24;
    private static final int MOST_BYTES = 64;
    private static final String FORM =
            "must be whsec_ and the base64 of " + FEWEST_BYTES + " to " + MOST_BYTES + " bytes";

    private SigningJson() {}

    /** @param sealed whether secrets may be sealed, as in records */
    static @Nullable Signing read(JsonObjectReader tidings, boolean sealed) {
        var signing = tidings.object(MEMBER);
        if (!signing.present()) {
            return null;
        }
        var secret = secret(signing, "secret", signing.requiredText("secret"), sealed);
        if (!sealed) {
            signing.ignoring("formerUntil");
        }
        var former = sealed ? signing.text("formerSecret") : null;
        var until = sealed ? until(signing) : null;
        signing.refuseOthers();
        return former == null || until == null
                ? new Signing(secret)
                : new Signing(secret, secret(signing, "formerSecret", former, true), until);
    }

    private static String secret(JsonObjectReader signing, String name, String secret, boolean sealed) {
        if (Keyring.isSealed(secret)) {
            if (!sealed) {
                signing.broken(name, "is sealed and cannot be opened here; give the value again");
            }
        } else if (!secret.isBlank() && !legal(secret)) {
            signing.broken(name, FORM);
        }
        return secret;
    }

    private static boolean legal(String secret) {
        if (!secret.startsWith(PREFIX)) {
            return false;
        }
        try {
            int bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length())).length;
            return bytes >= FEWEST_BYTES && bytes <= MOST_BYTES;
        } catch (IllegalArgumentException e) {
            return false; // no base64
        }
    }

    private static @Nullable Instant until(JsonObjectReader signing) {
        var text = signing.text("formerUntil");
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            signing.broken("formerUntil", "must be an ISO 8601 time such as 2030-01-02T03:04:05Z");
            return null;
        }
    }

    /** Includes the secrets, for the record. */
    static void write(@Nullable Signing signing, ObjectNode tidings) {
        if (signing != null) {
            var json = tidings.putObject(MEMBER).put("secret", signing.secret());
            if (signing.former() != null) {
                json.put("formerSecret", signing.former()).put("formerUntil", String.valueOf(signing.formerUntil()));
            }
        }
    }

    /** Leaves the secrets out, for management responses. */
    static void show(@Nullable Signing signing, ObjectNode tidings) {
        if (signing != null) {
            var json = tidings.putObject(MEMBER).putNull("secret");
            if (signing.formerUntil() != null) {
                json.put("formerUntil", signing.formerUntil().toString());
            }
        }
    }
}
