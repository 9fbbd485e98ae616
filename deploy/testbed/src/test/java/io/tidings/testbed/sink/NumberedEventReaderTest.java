package io.tidings.testbed.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent and what is counted are the same numbers and times. */
class NumberedEventReaderTest {
    private static final int BYTES = 1_024;
    private static final long TIME = 1_732_181_234_567_890L;

    /** An event as it was read. */
    private record Found(int number, long micros) {}

    @Test
    void anEventIsJsonOfTheWantedSizeWithItsNumberAsId() throws IOException {
        var event = new NumberedEvent(BYTES).bytes(299_999, TIME);

        assertThat(event).hasSize(BYTES);
        assertThat(new ObjectMapper().readTree(event).path("id").asText()).isEqualTo(NumberedEvent.id(299_999));
        assertThat(new ObjectMapper().readTree(event).path("micros").asText()).isEqualTo(Long.toString(TIME));
    }

    @Test
    void eventsDifferInTheirData() throws IOException {
        var events = new NumberedEvent(BYTES);
        var json = new ObjectMapper();

        assertThat(json.readTree(events.bytes(1, EpochMicros.NONE)).path("data"))
                .isNotEqualTo(json.readTree(events.bytes(2, EpochMicros.NONE)).path("data"));
    }

    @Test
    void aSizeThatHoldsNoEventIsRefused() {
        assertThatThrownBy(() -> new NumberedEvent(10)).hasMessageContaining("not 10");
    }

    @ParameterizedTest(name = "in pieces of {0} bytes")
    @ValueSource(ints = {1, 5, 27, 30, 39, 64, 1_024})
    void anEventIsReadHoweverTheBodyIsCut(int piece) {
        var event = new NumberedEvent(BYTES).bytes(123_456, TIME);

        assertThat(read(event, piece)).containsExactly(new Found(123_456, TIME));
    }

    @ParameterizedTest(name = "in pieces of {0} bytes")
    @ValueSource(ints = {1, 7, 1_000, 1_024, 1_025, 10_000})
    void everyEventOfAnArrayIsRead(int piece) {
        var events = new NumberedEvent(BYTES);
        var array = new ByteArrayOutputStream();
        for (int number = 5; number < 8; number++) {
            array.write(number == 5 ? '[' : ',');
            array.writeBytes(events.bytes(number, TIME + number));
        }
        array.write(']');

        assertThat(read(array.toByteArray(), piece))
                .containsExactly(new Found(5, TIME + 5), new Found(6, TIME + 6), new Found(7, TIME + 7));
    }

    private static List<Found> read(byte[] bytes, int piece) {
        var found = new ArrayList<Found>();
        var reader = new NumberedEventReader(BYTES, (number, micros) -> found.add(new Found(number, micros)));
        for (int from = 0; from < bytes.length; from += piece) {
            var body = ByteBuffer.wrap(bytes, from, Math.min(piece, bytes.length - from));
            reader.take(body);
            assertThat(body.hasRemaining()).isFalse();
        }
        return found;
    }
}
