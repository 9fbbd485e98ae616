package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.secret.SigningSecret;
import org.jspecify.annotations.Nullable;

/** {@code properties.tidings.signing} (B-AUTH-1). */
final class SigningJson {
    static final String MEMBER = "signing";

    private SigningJson() {}

    /** @param sealed whether secrets may be sealed, as in records */
    static @Nullable Signing read(JsonObjectReader tidings, boolean sealed) {
        var signing = tidings.object(MEMBER);
        if (!signing.present()) {
            return null;
        }
        var secret = secret(signing, "secret", signing.requiredText("secret"), sealed);
        var read = sealed ? withFormer(secret, signing) : new Signing(secret);
        signing.ignoring("formerUntil").refuseOthers();
        return read;
    }

    private static Signing withFormer(String secret, JsonObjectReader signing) {
        var former = signing.text("formerSecret");
        var until = signing.time("formerUntil");
        if (former != null && until != null) {
            return new Signing(secret, secret(signing, "formerSecret", former, true), until);
        }
        if (former != null && !signing.has("formerUntil")) {
            signing.broken("formerUntil", "is required beside formerSecret");
        }
        return new Signing(secret);
    }

    private static String secret(JsonObjectReader signing, String name, String secret, boolean sealed) {
        if (Keyring.isSealed(secret)) {
            if (!sealed) {
                signing.broken(name, "is sealed and cannot be opened here; give the value again");
            }
        } else if (!secret.isBlank() && !SigningSecret.isLegal(secret)) {
            signing.broken(name, SigningSecret.FORM);
        }
        return secret;
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
            putIfAny(json, "formerUntil", signing.formerUntil());
        }
    }
}
