package io.tidings.ingest.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.secret.SecretBinding;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-AUTH-1: a secret is replaced without a request that the endpoint cannot verify. */
class SigningSecretsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String FIRST = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SECOND = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String THIRD = "whsec_IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final Duration DAY = Duration.ofHours(24);

    private final SigningSecrets secrets = new SigningSecrets(DAY, new Random(1));

    @Test
    void theKeptSecretIsTheDefaultAndWithoutOneARandomOne() {
        assertThat(secrets.secretAfter(before(new Signing(FIRST)))).isEqualTo(FIRST);
        for (var none : List.of(before(null), Optional.<SubscriptionEntry>empty())) {
            var secret = secrets.secretAfter(none);
            assertThat(SigningSecret.isLegal(secret)).isTrue();
            assertThat(secrets.secretAfter(none)).isNotEqualTo(secret);
        }
    }

    @Test
    void aWriteThatKeepsTheSecretKeepsItsRotation() {
        var rotating = new Signing(SECOND, FIRST, NOON.plusSeconds(60));
        assertThat(written(rotating, new Signing(SECOND))).isEqualTo(rotating);
    }

    @Test
    void anotherSecretInAWriteIsARotation() {
        assertThat(written(new Signing(FIRST), new Signing(SECOND)))
                .isEqualTo(new Signing(SECOND, FIRST, NOON.plus(DAY)));
    }

    @Test
    void aWriteTurnsSignaturesOnAndOff() {
        assertThat(written(null, new Signing(FIRST))).isEqualTo(new Signing(FIRST));
        assertThat(written(new Signing(FIRST), null)).isNull();
        assertThat(secrets.carriedOver(Optional.empty(), subscription(new Signing(FIRST)), NOON)
                        .extensions()
                        .signing())
                .isEqualTo(new Signing(FIRST));
    }

    @Test
    void aRotationMakesASecretAndTheFormerOneSignsForADay() {
        var rotated = secrets.rotated(new Signing(FIRST), SigningRotation.USUAL, NOON);
        assertThat(rotated).isEqualTo(new Signing(rotated.secret(), FIRST, NOON.plus(DAY)));
        assertThat(rotated.secret()).isNotEqualTo(FIRST);
    }

    @Test
    void aRotationMayNameTheSecretAndTheOverlap() {
        assertThat(secrets.rotated(new Signing(FIRST), new SigningRotation(SECOND, Duration.ofHours(1)), NOON))
                .isEqualTo(new Signing(SECOND, FIRST, NOON.plusSeconds(3600)));
        assertThat(secrets.rotated(new Signing(FIRST), new SigningRotation(SECOND, Duration.ZERO), NOON))
                .isEqualTo(new Signing(SECOND));
    }

    /** There are two secrets at most. */
    @Test
    void aRotationDuringAnotherOneEndsItsOverlap() {
        var rotating = new Signing(SECOND, FIRST, NOON.plusSeconds(60));
        assertThat(secrets.rotated(rotating, new SigningRotation(THIRD, null), NOON))
                .isEqualTo(new Signing(THIRD, SECOND, NOON.plus(DAY)));
    }

    /** A client whose response was lost may send it again. */
    @Test
    void aRepeatedRotationChangesNothing() {
        var rotating = new Signing(SECOND, FIRST, NOON.plusSeconds(60));
        assertThat(secrets.rotated(rotating, new SigningRotation(SECOND, null), NOON.plusSeconds(1)))
                .isEqualTo(rotating);
        assertThat(secrets.rotated(rotating, new SigningRotation(SECOND, Duration.ZERO), NOON))
                .as("ends the overlap")
                .isEqualTo(new Signing(SECOND));
    }

    @Test
    void aSecretThatCannotBeOpenedDoesNotSignBesideTheNewOne() {
        var sealed =
                Keyring.parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").seal(FIRST, SecretBinding.of("a"));
        assertThat(written(new Signing(sealed), new Signing(SECOND))).isEqualTo(new Signing(SECOND));
    }

    @Test
    void anEmptyBodyIsTheUsualRotation() {
        assertThat(SigningRotation.read(new byte[0])).isEqualTo(new Validated.Valid<>(SigningRotation.USUAL));
        assertThat(SigningRotation.read("{}".getBytes(UTF_8))).isEqualTo(new Validated.Valid<>(SigningRotation.USUAL));
        var both = "{\"secret\":\"" + FIRST + "\",\"overlap\":\"P1D\"}";
        assertThat(SigningRotation.read(both.getBytes(UTF_8)))
                .isEqualTo(new Validated.Valid<>(new SigningRotation(FIRST, DAY)));
        assertThat(new SigningRotation(FIRST, DAY).toString()).doesNotContain("whsec");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"secret":"hush"}                       | secret: must be whsec_ and the base64 of 24 to 64 bytes
        {"secret":1}                            | secret: must be a string
        {"overlap":"24h"}                       | overlap: must be an ISO 8601 duration from PT0S to P30D, such as PT24H
        {"overlap":"-PT1S"}                     | overlap: must be an ISO 8601 duration from PT0S to P30D, such as PT24H
        {"overlap":"P30DT1S"}                   | overlap: must be an ISO 8601 duration from PT0S to P30D, such as PT24H
        {"overlap":"x","secret":"y","z":1}      | secret: must be whsec_ and the base64 of 24 to 64 bytes; overlap: must be an ISO 8601 duration from PT0S to P30D, such as PT24H; z: is not a known member
        []                                      | this must be a JSON object, in { }
        {                                       | this is not JSON, see line 1, column 2
        """)
    void everyViolationOfARotationIsReported(String body, String violations) {
        assertThat(SigningRotation.read(body.getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        Validated.Invalid.class,
                        invalid -> assertThat(invalid.sentence()).isEqualTo(violations));
    }

    private @Nullable Signing written(@Nullable Signing kept, @Nullable Signing asked) {
        return secrets.carriedOver(before(kept), subscription(asked), NOON)
                .extensions()
                .signing();
    }

    private static Optional<SubscriptionEntry> before(@Nullable Signing signing) {
        return Optional.of(new SubscriptionEntry(subscription(signing), "uid", ProvisioningState.SUCCEEDED, 0));
    }

    private static Subscription subscription(@Nullable Signing signing) {
        return new Subscription(
                        new SubscriptionKey("orders", "billing"),
                        new Webhook(URI.create("https://example.com/hook")),
                        EventFilter.EVERYTHING,
                        null,
                        RetryPolicy.DEFAULT,
                        null,
                        null,
                        List.of())
                .with(Extensions.NONE.with(signing));
    }
}
