package io.tidings.contract.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-AUTH-1: the form that the libraries of endpoints read. */
class SigningSecretTest {
    @Test
    void aNewSecretHas32RandomBytes() {
        var secret = SigningSecret.random(new Random(1));
        assertThat(secret).startsWith("whsec_").isNotEqualTo(SigningSecret.random(new Random(2)));
        assertThat(SigningSecret.isLegal(secret)).isTrue();
        assertThat(SigningSecret.key(secret)).hasSize(32);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, true",
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=, true",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, false",
        "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, false",
        "whsec_, false",
        "whsec_dG9vIHNob3J0, false",
        "whsec_not-of-the-usual-alphabet-but-of-urls, false"
    })
    void aSecretIsAPrefixAndBase64(String text, boolean legal) {
        assertThat(SigningSecret.isLegal(text)).isEqualTo(legal);
    }

    /** The libraries for JavaScript and C# refuse it. */
    @Test
    void base64WithoutItsPaddingIsRefused() {
        assertThat(SigningSecret.isLegal("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"))
                .isFalse();
    }

    @Test
    void thereAre24To64Bytes() {
        assertThat(SigningSecret.isLegal("whsec_" + "A".repeat(28))).isFalse(); // 21
        assertThat(SigningSecret.isLegal("whsec_" + "A".repeat(32))).isTrue(); // 24
        assertThat(SigningSecret.isLegal("whsec_" + "A".repeat(86) + "==")).isTrue(); // 64
        assertThat(SigningSecret.isLegal("whsec_" + "A".repeat(87) + "=")).isFalse(); // 65
    }

    @Test
    void noMessageRepeatsASecret() {
        assertThatThrownBy(() -> SigningSecret.key("whsec_hush!"))
                .hasMessageContaining("whsec_ and the base64 of 24 to 64 bytes")
                .hasMessageNotContaining("hush");
    }
}
