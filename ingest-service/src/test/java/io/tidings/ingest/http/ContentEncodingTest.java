package io.tidings.ingest.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-2: compressed requests, and what they may not do. */
class ContentEncodingTest {
    private static final int LIMIT = 1024 * 1024;
    private static final byte[] EVENTS = "[{\"id\":\"ü\"}]".getBytes(UTF_8);

    @ParameterizedTest(name = "\"{0}\"")
    @ValueSource(strings = {"", "identity", " Identity "})
    void withoutAnEncodingTheBytesAreTheSame(String encoding) {
        assertThat(whole(ContentEncoding.decoded(EVENTS, encoding, LIMIT))).isSameAs(EVENTS);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"gzip", "GZIP", "x-gzip"})
    void gzipIsInflated(String encoding) {
        assertThat(whole(ContentEncoding.decoded(gzip(EVENTS), encoding, LIMIT)))
                .isEqualTo(EVENTS);
        assertThat(whole(ContentEncoding.decoded(gzip(new byte[0]), encoding, LIMIT)))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"br", "deflate", "zstd", "gzip, gzip"})
    void anyOtherEncodingIsUnsupported(String encoding) {
        var error = problem(ContentEncoding.decoded(EVENTS, encoding, LIMIT));
        assertThat(error.status()).isEqualTo(415);
        assertThat(Response.of(error).headers()).containsEntry("Accept-Encoding", "gzip");
    }

    @Test
    void membersFollowEachOther() {
        var two = joined(gzip("[1,".getBytes(UTF_8)), gzip("2]".getBytes(UTF_8)));
        assertThat(new String(whole(ContentEncoding.decoded(two, "gzip", LIMIT)), UTF_8))
                .isEqualTo("[1,2]");
    }

    @Test
    void optionalFieldsOfTheHeaderAreSkipped() {
        var plain = gzip(EVENTS);
        var rest = Arrays.copyOfRange(plain, 10, plain.length);
        plain[3] = 4 | 8 | 16 | 2;
        var more = new byte[] {2, 0, 7, 7, 'n', 'a', 'm', 'e', 0, 'x', 0, 9, 9};
        var full = joined(Arrays.copyOf(plain, 10), more, rest);
        assertThat(whole(ContentEncoding.decoded(full, "gzip", LIMIT))).isEqualTo(EVENTS);
    }

    @Test
    void theLimitHoldsForWhatComesOut() {
        assertThat(whole(ContentEncoding.decoded(gzip(new byte[LIMIT]), "gzip", LIMIT)))
                .hasSize(LIMIT);
        assertThat(ContentEncoding.decoded(gzip(new byte[LIMIT + 1]), "gzip", LIMIT))
                .isEqualTo(new Body.TooLarge());
        assertThat(ContentEncoding.decoded(gzip(new byte[200 * LIMIT]), "gzip", LIMIT))
                .isEqualTo(new Body.TooLarge());
    }

    @Test
    void tensOfThousandsOfEmptyMembersAreHarmless() {
        var empty = gzip(new byte[0]);
        var many = new ByteArrayOutputStream();
        while (many.size() < LIMIT) {
            many.writeBytes(empty);
        }
        assertThat(whole(ContentEncoding.decoded(many.toByteArray(), "gzip", LIMIT)))
                .isEmpty();
    }

    @Test
    void aTruncatedBodyIsRefusedWhereverItEnds() {
        var complete = gzip(EVENTS);
        for (int length = 0; length < complete.length; length++) {
            var error = problem(ContentEncoding.decoded(Arrays.copyOf(complete, length), "gzip", LIMIT));
            assertThat(error.status()).isEqualTo(400);
            assertThat(error.message()).contains("ends early");
        }
    }

    @Test
    void anInvalidGzipIsRefused() {
        assertThat(problem(ContentEncoding.decoded(EVENTS, "gzip", LIMIT)).status())
                .isEqualTo(400);
        var followed = joined(gzip(EVENTS), EVENTS);
        assertThat(problem(ContentEncoding.decoded(followed, "gzip", LIMIT)).status())
                .isEqualTo(400);
    }

    @RepeatedTest(200)
    void aDamagedBodyNeverPassesAsAnother(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var content = content(random);
        var bytes = gzip(content);
        int at = 10 + random.nextInt(bytes.length - 10);
        bytes[at] = (byte) (bytes[at] ^ 1 << random.nextInt(8));
        if (ContentEncoding.decoded(bytes, "gzip", LIMIT) instanceof Body.Whole(var read)) {
            assertThat(read).isEqualTo(content); // some bits mean nothing
        }
    }

    private static byte[] content(RandomGenerator random) {
        var content = new byte[random.nextInt(5_000)];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) random.nextInt(20);
        }
        return content;
    }

    private static byte[] whole(Body body) {
        assertThat(body).isInstanceOf(Body.Whole.class);
        return ((Body.Whole) body).bytes();
    }

    private static ApiError problem(Body body) {
        assertThat(body).isInstanceOf(Body.Malformed.class);
        return ((Body.Malformed) body).error();
    }

    private static byte[] gzip(byte[] content) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        for (var part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
