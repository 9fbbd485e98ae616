package io.tidings.contract.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-5: a sealed secret is read only with its key, and only at the place it was sealed for. */
class KeyringTest {
    private static final String OLD_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String NEW_KEY = "IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final SecretBinding PLACE = SecretBinding.of("orders/billing#header:Authorization");
    private static final SecretBinding BOUND = sentTo("https://hooks.example:443");

    private final Keyring old = Keyring.parse(OLD_KEY);
    private final Keyring rotated = Keyring.parse(NEW_KEY + "\n" + OLD_KEY + "\n");

    @Test
    void aSealedSecretIsOpened() {
        var sealed = old.seal("Bearer hüsh", PLACE);
        assertThat(sealed)
                .matches("tidings-sealed:" + old.ids().getFirst() + ":[A-Za-z0-9_-]+")
                .doesNotContain("hush");
        assertThat(old.open(sealed, PLACE)).isEqualTo("Bearer hüsh");
    }

    @Test
    void theSameSecretIsNeverSealedToTheSameText() {
        assertThat(old.seal("hush", PLACE)).isNotEqualTo(old.seal("hush", PLACE));
    }

    @Test
    void aSealedSecretIsNotSealedAgain() {
        var sealed = old.seal("hush", PLACE);
        assertThat(rotated.seal(sealed, PLACE)).isEqualTo(sealed);
    }

    @Test
    void theFirstKeySealsAndAllOpen() {
        assertThat(rotated.open(old.seal("hush", PLACE), PLACE)).isEqualTo("hush");
        assertThat(rotated.sealsLike(old.seal("hush", PLACE), PLACE)).isFalse();
        assertThat(rotated.sealsLike(rotated.seal("hush", PLACE), PLACE)).isTrue();
        assertThat(rotated.sealsLike("hush", PLACE)).isFalse();
        assertThat(Keyring.none().sealsLike("hush", PLACE)).isTrue();
    }

    @Test
    void withoutItsKeyItStaysSealedAndAdviceIsShown() {
        var sealed = rotated.seal("hush", PLACE);
        assertThat(old.open(sealed, PLACE)).isEqualTo(sealed);
        assertThat(Keyring.none().open(sealed, PLACE)).isEqualTo(sealed);
        assertThat(old.remedy(sealed)).contains(rotated.ids().getFirst(), "secrets.key", "again");
    }

    @Test
    void carriedToAnotherPlaceItStaysSealed() {
        var sealed = old.seal("hush", PLACE);
        var elsewhere = SecretBinding.of("orders/mine#header:Authorization");
        assertThat(old.open(sealed, elsewhere)).isEqualTo(sealed);
        assertThat(old.remedy(sealed)).contains("another place");
    }

    /** The seal holds the origin: no table writer can send the secret to a host of his own. */
    @Test
    void besideAnotherOriginItStaysSealed() {
        var sealed = old.seal("hush", BOUND);
        assertThat(sealed).matches("tidings-sealed:" + old.ids().getFirst() + ":origin:[A-Za-z0-9_-]+");
        assertThat(old.open(sealed, BOUND)).isEqualTo("hush");
        for (var other : List.of(sentTo("https://evil.example:443"), sentTo("http://hooks.example:443"), PLACE)) {
            assertThat(old.open(sealed, other)).isEqualTo(sealed);
        }
        var stripped = sealed.replace("origin:", "");
        assertThat(old.open(stripped, PLACE)).isEqualTo(stripped);
        assertThat(old.open(stripped, BOUND)).isEqualTo(stripped);
    }

    @Test
    void aSecretWithoutAnOriginIsNotOpenedForOne() {
        var sealed = old.seal("hush", PLACE);
        assertThat(old.open(sealed, BOUND)).isEqualTo(sealed);
        assertThat(old.sealsLike(sealed, BOUND)).isFalse();
        assertThat(old.open(sealed, BOUND.unbound())).isEqualTo("hush");
    }

    @RepeatedTest(50)
    void damageIsNoticed(RepetitionInfo run) {
        var sealed = new StringBuilder(old.seal("a secret of some length", PLACE));
        int at = "tidings-sealed:".length() + 9 + run.getCurrentRepetition() - 1;
        sealed.setCharAt(at, sealed.charAt(at) == 'A' ? 'B' : 'A');
        assertThat(old.open(sealed.toString(), PLACE)).isEqualTo(sealed.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tidings-sealed:",
                "tidings-sealed:0000:A",
                "tidings-sealed:630dcd29:A",
                "tidings-sealed:630dcd29:AAAA"
            })
    void aTextThatOnlyLooksSealedCountsAsDamaged(String text) {
        assertThat(old.open(text, PLACE)).isEqualTo(text);
        assertThat(Keyring.isSealed(text)).isTrue();
        assertThat(old.remedy(text)).contains("again");
    }

    @Test
    void withoutKeysSecretsStayPlain() {
        assertThat(Keyring.none().seal("hush", PLACE)).isEqualTo("hush");
        assertThat(Keyring.none().open("hush", PLACE)).isEqualTo("hush");
        assertThat(old.open("hush", PLACE)).as("written with a foreign tool").isEqualTo("hush");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "c2hvcnQ=", "no base64 at all", OLD_KEY + ",c2hvcnQ="})
    void anInvalidKeyIsRefusedWithoutRepeatingIt(String text) {
        assertThatThrownBy(() -> Keyring.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("openssl rand -base64 32")
                .hasMessageNotContainingAny("c2hvcnQ", "base64 at all");
    }

    @Test
    void aKeyIsNeverPrinted() {
        assertThat(old.toString()).doesNotContain(OLD_KEY).contains(old.ids().getFirst());
        assertThat(SealingKey.parse(OLD_KEY).toString()).doesNotContain("SecretKeySpec", OLD_KEY);
    }

    private static SecretBinding sentTo(String origin) {
        return new SecretBinding(PLACE.path(), new CanonicalOrigin(origin));
    }
}
