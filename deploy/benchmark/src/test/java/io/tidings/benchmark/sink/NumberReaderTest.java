package io.tidings.benchmark.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent and what is counted are the same numbers. */
class NumberReaderTest {
    @Test
    void anEventIsJsonOfTheWantedSizeWithItsNumberAsId() throws IOException {
        var event = new NumberedEvent(1_024).bytes(299_999);

        assertThat(event).hasSize(1_024);
        assertThat(new ObjectMapper().readTree(event).path("id").asText()).isEqualTo(NumberedEvent.id(299_999));
    }

    @Test
    void eventsDifferInTheirData() throws IOException {
        var events = new NumberedEvent(1_024);
        var json = new ObjectMapper();

        assertThat(json.readTree(events.bytes(1)).path("data"))
                .isNotEqualTo(json.readTree(events.bytes(2)).path("data"));
    }

    @Test
    void aSizeThatHoldsNoEventIsRefused() {
        assertThatThrownBy(() -> new NumberedEvent(10)).hasMessageContaining("not 10");
    }

    @ParameterizedTest(name = "in pieces of {0} bytes")
    @ValueSource(ints = {1, 5, 27, 30, 39, 1_024})
    void theNumberIsReadHoweverTheBodyIsCut(int piece) {
        var event = new NumberedEvent(1_024).bytes(123_456);
        var reader = new NumberReader();

        for (int from = 0; from < event.length; from += piece) {
            var body = ByteBuffer.wrap(event, from, Math.min(piece, event.length - from));
            reader.take(body);
            assertThat(body.hasRemaining()).isFalse();
        }

        assertThat(reader.number()).isEqualTo(123_456);
    }

    @Test
    void whatComesAgainIsCountedApart() {
        var tally = new Tally();
        for (int number : new int[] {0, 1, 2, 1, 2, 2}) {
            tally.arrived(number, 5);
        }

        var counts = tally.counts(7);

        assertThat(counts).isEqualTo(new Counts(6, 3, 2));
        assertThat(counts.twice()).isEqualTo(3);
    }
}
