package io.tidings.contract.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-5: what is sealed is read by who has its key, at the place it was sealed for, and by nobody else. */
class KeyringTest {
    private static final String OLD_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String NEW_KEY = "IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String PLACE = "orders/billing#header:Authorization";

    private final Keyring old = Keyring.parse(OLD_KEY);
    private final Keyring rotated = Keyring.parse(NEW_KEY + "\n" + OLD_KEY + "\n");

    @Test
    void whatWasSealedIsOpened() {
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
    void whatIsSealedIsNotSealedAgain() {
        var sealed = old.seal("hush", PLACE);
        assertThat(rotated.seal(sealed, PLACE)).isEqualTo(sealed);
    }

    @Test
    void theFirstKeySealsAndAllOpen() {
        assertThat(rotated.open(old.seal("hush", PLACE), PLACE)).isEqualTo("hush");
        assertThat(rotated.sealsLike(old.seal("hush", PLACE))).isFalse();
        assertThat(rotated.sealsLike(rotated.seal("hush", PLACE))).isTrue();
        assertThat(rotated.sealsLike("hush")).isFalse();
        assertThat(Keyring.none().sealsLike("hush")).isTrue();
    }

    @Test
    void withoutItsKeyItStaysSealedAndIsToldWhatToDo() {
        var sealed = rotated.seal("hush", PLACE);
        assertThat(old.open(sealed, PLACE)).isEqualTo(sealed);
        assertThat(Keyring.none().open(sealed, PLACE)).isEqualTo(sealed);
        assertThat(old.remedy(sealed)).contains(rotated.ids().getFirst(), "secrets.key", "anew");
    }

    @Test
    void carriedToAnotherPlaceItStaysSealed() {
        var sealed = old.seal("hush", PLACE);
        var elsewhere = "orders/mine#header:Authorization";
        assertThat(old.open(sealed, elsewhere)).isEqualTo(sealed);
        assertThat(old.remedy(sealed)).contains("another place");
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
    void whatOnlyLooksSealedIsTakenForDamaged(String text) {
        assertThat(old.open(text, PLACE)).isEqualTo(text);
        assertThat(Keyring.isSealed(text)).isTrue();
        assertThat(old.remedy(text)).contains("anew");
    }

    @Test
    void withoutKeysSecretsStayPlain() {
        assertThat(Keyring.none().seal("hush", PLACE)).isEqualTo("hush");
        assertThat(Keyring.none().open("hush", PLACE)).isEqualTo("hush");
        assertThat(old.open("hush", PLACE)).as("written with a foreign tool").isEqualTo("hush");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "c2hvcnQ=", "no base64 at all", OLD_KEY + ",c2hvcnQ="})
    void whatIsNoKeyIsRefusedWithoutRepeatingIt(String text) {
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
}
