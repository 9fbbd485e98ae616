package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-DEL-2: the bodies of requests, whatever the connection takes of them at once. */
class RequestBodyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | true  | [{\"n\":0}]",
                "2 | true  | [{\"n\":0},{\"n\":1}]",
                "3 | true  | [{\"n\":0},{\"n\":1},{\"n\":2}]",
                "1 | false | {\"n\":0}"
            })
    void eventsStandInAnArrayOrAlone(int events, boolean array, String expected) throws IOException {
        for (int room = 1; room < 30; room++) {
            var body = new RequestBody(events(events), array);
            var sent = new Narrow(room);
            while (!sent.ended) {
                body.produce(sent);
            }
            assertThat(sent.bytes.toString(UTF_8)).isEqualTo(expected);
            assertThat(body.length()).isEqualTo(expected.length());
        }
    }

    /** B-AUTH-1. */
    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "100, true", "1, false"})
    void whatIsSignedIsWhatIsSent(int events, boolean array) throws Exception {
        var body = new RequestBody(events(events), array);
        var sent = new Narrow(Integer.MAX_VALUE);
        body.produce(sent);
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("any".getBytes(UTF_8), "HmacSHA256"));
        body.addTo(mac);
        assertThat(mac.doFinal()).isEqualTo(mac.doFinal(sent.bytes.toByteArray()));
    }

    @Test
    void theLargestBatchIsOneBody() throws IOException {
        var body = new RequestBody(Collections.nCopies(5000, "{}".getBytes(UTF_8)), true);
        var sent = new Narrow(Integer.MAX_VALUE);
        body.produce(sent);
        assertThat(sent.ended).isTrue();
        assertThat(sent.bytes.size()).isEqualTo(15_001);
        assertThat(body.length()).isEqualTo(15_001);
    }

    private static List<byte[]> events(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> "{\"n\":%d}".formatted(n).getBytes(UTF_8))
                .toList();
    }

    /** Takes so many bytes at most each time, and after that none until it is asked again. */
    private static final class Narrow implements DataStreamChannel {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int room;
        private boolean ended;

        Narrow(int room) {
            this.room = room;
        }

        @Override
        public int write(ByteBuffer piece) {
            var taken = new byte[Math.min(room, piece.remaining())];
            piece.get(taken);
            bytes.writeBytes(taken);
            return taken.length;
        }

        @Override
        public void endStream() {
            ended = true;
        }

        @Override
        public void endStream(@Nullable List<? extends Header> trailers) {
            ended = true;
        }

        @Override
        public void requestOutput() {
            // the test asks again anyway
        }
    }
}
