package io.tidings.worker.webhook;

import static io.tidings.worker.Examples.postingTo;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.HostileJson;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-TIME-1, B-TIME-3: what is shown of a response. */
class ResponseExcerptTest {
    private static final SecretMask NOTHING_SECRET = SecretMask.of(postingTo("https://example.com/hook"));
    private static final SecretMask MASK = SecretMask.of(postingTo("https://example.com/hook?code=open-sesame"));

    @Test
    void aBodyIsShownAsItArrives() {
        var excerpt = new ResponseExcerpt(NOTHING_SECRET, "application/json", null);
        assertThat(excerpt.text()).isNull();
        excerpt.add(bytes("{\"error\":"));
        excerpt.add(bytes("\"no such order\"}"));
        assertThat(excerpt.text()).isEqualTo("{\"error\":\"no such order\"}");
    }

    @Test
    void aBodyThatIsAddedIsNotConsumed() {
        var body = bytes("0123");
        body.position(2);
        new ResponseExcerpt(NOTHING_SECRET, null, null).add(body);
        assertThat(body.position()).isEqualTo(2);
    }

    @Test
    void nothingAfterTheFirstKilobyteIsShown() {
        assertThat(shown(NOTHING_SECRET, "x".repeat(5000))).hasSize(ResponseExcerpt.SHOWN_BYTES);
        assertThat(shown(MASK, "x".repeat(5000))).hasSize(ResponseExcerpt.SHOWN_BYTES);
        assertThat(shown(MASK, "é".repeat(5000))).hasSize(ResponseExcerpt.SHOWN_BYTES / 2);
    }

    @Test
    void aSecretIsMaskedWhereverItStands() {
        assertThat(shown(MASK, "no open-sesame, not open-sesameopen-sesame")).isEqualTo("no ***, not ***");
    }

    @ParameterizedTest
    @ValueSource(ints = {1013, 1014, 1018, 1023, 1024})
    void theEndOfTheExcerptRevealsNoPartOfASecret(int before) {
        var text = shown(MASK, "x".repeat(before) + "open-sesame and more");
        assertThat(text).doesNotContain("o", "p");
        assertThat(text.replace("***", "")).hasSize(before);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(5)
    void ofAHostileBodyNoMoreIsShownThanOfOthers(HostileJson hostile) {
        assertThat(shown(MASK, hostile.json())).hasSizeLessThanOrEqualTo(ResponseExcerpt.SHOWN_BYTES);
    }

    @Test
    void maskedTextMakesNoRoomForMore() {
        assertThat(shown(MASK, "open-sesame".repeat(80) + "x".repeat(200))).isEqualTo("***" + "x".repeat(1024 - 880));
    }

    @ParameterizedTest
    @CsvSource({
        "a\u0000b, a\\u0000b",
        "a\u001b[31mb, a\\u001b[31mb",
        "a\u0085b, a\\u0085b",
        "a\u202eb, a\\u202eb",
        "a\u2028b, a\\u2028b",
        "a\u00e9\ud83d\ude00b, a\u00e9\ud83d\ude00b"
    })
    void whatTerminalsAndPagesActOnIsEscaped(String body, String text) {
        assertThat(shown(NOTHING_SECRET, body)).isEqualTo(text);
    }

    @Test
    void linesBecomeOne() {
        assertThat(shown(NOTHING_SECRET, "one\r\n\ttwo")).isEqualTo("one\\r\\n\\ttwo");
    }

    @Test
    void bytesThatAreNoTextBecomeReplacementCharacters() {
        var excerpt = new ResponseExcerpt(NOTHING_SECRET, null, null);
        excerpt.add(ByteBuffer.wrap(new byte[] {'a', (byte) 0xff, 'b'}));
        assertThat(excerpt.text()).isEqualTo("a\ufffdb");
    }

    @Test
    void theCharsetOfTheResponseCounts() {
        var excerpt = new ResponseExcerpt(MASK, "text/plain; charset=\"UTF-16BE\"", null);
        excerpt.add(ByteBuffer.wrap("no open-sesame".getBytes(UTF_16BE)));
        assertThat(excerpt.text()).isEqualTo("no ***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain; charset=none-such", "text/plain; charset=???", "text/plain; charset=", "é"})
    void anUnknownCharsetIsTakenForUtf8(String contentType) {
        var excerpt = new ResponseExcerpt(NOTHING_SECRET, contentType, null);
        excerpt.add(bytes("é"));
        assertThat(excerpt.text()).isEqualTo("é");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "deflate, gzip"})
    void aCompressedBodyIsNotShown(String encoding) {
        var excerpt = new ResponseExcerpt(NOTHING_SECRET, null, encoding);
        excerpt.add(bytes("open-sesame"));
        assertThat(excerpt.text()).isEqualTo("(compressed)");
    }

    @Test
    void anUncompressedBodyMaySaySo() {
        var excerpt = new ResponseExcerpt(NOTHING_SECRET, null, "Identity");
        excerpt.add(bytes("text"));
        assertThat(excerpt.text()).isEqualTo("text");
    }

    @Test
    void theEventsOfABatchShareOneExcerpt() {
        var excerpt = "x".repeat(1024);
        assertThat(ResponseExcerpt.share(excerpt, 1)).hasSize(1024);
        assertThat(ResponseExcerpt.share(excerpt, 64)).hasSize(1024);
        assertThat(ResponseExcerpt.share(excerpt, 128)).hasSize(512);
        assertThat(ResponseExcerpt.share(excerpt, 5000)).hasSize(64);
    }

    private static String shown(SecretMask mask, String body) {
        var excerpt = new ResponseExcerpt(mask, null, null);
        excerpt.add(bytes(body));
        return excerpt.text();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
