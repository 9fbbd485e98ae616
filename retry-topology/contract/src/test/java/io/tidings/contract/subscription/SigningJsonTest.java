package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Violation;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.secret.SecretBinding;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-AUTH-1: what a subscription says about signatures. */
class SigningJsonTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String FORMER = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private final List<Violation> violations = new ArrayList<>();

    @Test
    void aRecordHasBothSecretsAndComesBackAsItWasWritten() {
        for (var signing : List.of(new Signing(SECRET), new Signing(SECRET, FORMER, NOON))) {
            var json = JsonNodeFactory.instance.objectNode();
            ExtensionsJson.write(Extensions.NONE.with(signing), json);
            assertThat(read(json.toString(), true)).isEqualTo(signing);
            assertThat(violations).isEmpty();
        }
    }

    @Test
    void aResponseHasTheEndOfTheFormerSecretButNeitherSecret() {
        var json = JsonNodeFactory.instance.objectNode();
        ExtensionsJson.show(Extensions.NONE.with(new Signing(SECRET, FORMER, NOON)), json);
        assertThat(json)
                .hasToString("{\"tidings\":{\"signing\":{\"secret\":null,\"formerUntil\":\"2026-11-21T12:00:00Z\"}}}");
    }

    @Test
    void aRequestMayRepeatTheEndThatAResponseHas() {
        assertThat(read(signing("\"secret\":\"" + SECRET + "\",\"formerUntil\":\"2026-11-21T12:00:00Z\""), false))
                .isEqualTo(new Signing(SECRET));
        assertThat(violations).isEmpty();
    }

    @Test
    void aSecretIsRequiredAndHasItsForm() {
        read(signing(""), false);
        read(signing("\"secret\":\"hush\""), false);
        read(signing("\"secret\":\"" + SECRET + "\",\"formerSecret\":\"" + FORMER + "\",\"colour\":1"), false);
        assertThat(violations)
                .extracting(Violation::toString)
                .containsExactly(
                        "tidings.signing.secret: is required",
                        "tidings.signing.secret: must be whsec_ and the base64 of 24 to 64 bytes",
                        "tidings.signing.formerSecret: is not a known member",
                        "tidings.signing.colour: is not a known member");
    }

    @Test
    void aSealedSecretIsForRecordsOnly() {
        var sealed =
                Keyring.parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").seal(SECRET, SecretBinding.of("a"));
        assertThat(read(signing("\"secret\":\"" + sealed + "\""), true)).isEqualTo(new Signing(sealed));
        assertThat(violations).isEmpty();
        read(signing("\"secret\":\"" + sealed + "\""), false);
        assertThat(violations).singleElement().asString().contains("tidings.signing.secret", "give the value again");
    }

    @Test
    void aFormerSecretInARecordNeedsItsEnd() {
        read(signing("\"secret\":\"" + SECRET + "\",\"formerSecret\":\"" + FORMER + "\""), true);
        read(signing("\"secret\":\"" + SECRET + "\",\"formerUntil\":\"soon\""), true);
        assertThat(violations)
                .extracting(Violation::path)
                .containsExactly("tidings.signing.formerUntil", "tidings.signing.formerUntil");
    }

    @Test
    void theFormerSecretSignsUntilItsEnd() {
        var signing = new Signing(SECRET, FORMER, NOON);
        assertThat(signing.secretsAt(NOON.minusMillis(1))).containsExactly(SECRET, FORMER);
        assertThat(signing.secretsAt(NOON)).containsExactly(SECRET);
        assertThatThrownBy(() -> new Signing(SECRET, FORMER, null)).hasMessageContaining("belong together");
        assertThat(signing.toString()).doesNotContain("whsec");
    }

    private static String signing(String members) {
        return "{\"tidings\":{\"signing\":{" + members + "}}}";
    }

    private @Nullable Signing read(String properties, boolean sealed) {
        try {
            var reader = JsonObjectReader.root(ResourceJson.read(properties.getBytes(UTF_8)), violations);
            return ExtensionsJson.read(reader, new EndpointRules(false), sealed).signing();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
