package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.ReappendState;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DLQ-4: what a record must say to become part of a blob. */
class DeadLetterTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String BLOB = "TO-CRM/2026/11/21/11/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";
    private static final byte[] JSON = "{\"id\":\"1\"}".getBytes(UTF_8);

    @Test
    void aCompleteRecordIsValid() {
        var headers = headers("to-crm", "dead");
        var read = (DeadLetter.Read.Valid) DeadLetter.read(7, NOON, headers, JSON);
        assertThat(read.letter().headers()).isSameAs(headers);
        assertThat(read.letter().destination()).hasToString("archive/dead");
        assertThat(read.letter().offset()).isEqualTo(7);
        assertThat(read.letter().subscription()).isEqualTo(new SubscriptionKey("orders", "to-crm"));
        assertThat(read.letter().batchKey().uid()).isEqualTo("uid");
        assertThat(read.letter().destination()).isEqualTo(new BlobContainer("archive", "dead"));
        assertThat(read.letter().json()).isSameAs(JSON);
        assertThat(read.letter().since()).isEqualTo(NOON);
        assertThat(read.letter().reappendState()).isEmpty();
    }

    @Test
    void oneThatWasAppendedAgainIsAsOldAsItWasAndKnowsItsBlob() {
        var reappendState = new ReappendState(NOON.minusSeconds(600), BLOB, 3, 17, Duration.ofMinutes(10));
        var headers = headers("to-crm", "dead");
        reappendState.writeTo(headers);
        var read = (DeadLetter.Read.Valid) DeadLetter.read(7, NOON, headers, JSON);
        assertThat(read.letter().reappendState()).contains(reappendState);
        assertThat(read.letter().since()).isEqualTo(NOON.minusSeconds(600));
    }

    @ParameterizedTest
    @CsvSource({
        "tidings-deadletter-since, yesterday",
        "tidings-deadletter-blob, ../../etc/passwd",
        "tidings-deadletter-blob, ''",
        "tidings-deadletter-place, 4/3",
        "tidings-deadletter-place, 0/3",
        "tidings-deadletter-place, third",
        "tidings-deadletter-unavailable, long",
        "tidings-deadletter-unavailable, PT-1S",
        "tidings-deadletter-unavailable, PT9000000H"
    })
    void theHeadersOfAnEarlierAppendMustMakeSense(String header, String value) {
        var headers = headers("to-crm", "dead");
        new ReappendState(NOON, BLOB, 1, 2, Duration.ZERO).writeTo(headers);
        headers.remove(header).add(header, value.getBytes(UTF_8));
        var read = illegible(headers, JSON);
        assertThat(read.reason()).isEqualTo(RejectionReason.INVALID_DELIVERY);
        assertThat(read.sentence()).contains(header);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "", "a/b", "/etc", "DEAD", "-dead", "dead\n"})
    void aContainerThatCouldLeadElsewhereIsNot(String container) {
        assertThat(illegible(headers("to-crm", container), JSON).reason()).isEqualTo(RejectionReason.INVALID_DELIVERY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a.b", "ä", "to crm"})
    void aSubscriptionThatIsNoNameIsNot(String subscription) {
        var read = illegible(headers(subscription, "dead"), JSON);
        assertThat(read.reason()).isEqualTo(RejectionReason.INVALID_DELIVERY);
        assertThat(read.sentence()).contains(subscription);
    }

    @Test
    void aMissingDestinationIsNamed() {
        var headers = headers("to-crm", "dead");
        headers.remove(HeaderNames.DEAD_LETTER_ACCOUNT);
        assertThat(illegible(headers, JSON).sentence()).contains(HeaderNames.DEAD_LETTER_ACCOUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"account", "container", "since", "blob", "place", "unavailable"})
    void aHeaderWithoutAValueSaysNothing(String name) {
        var headers = headers("to-crm", "dead");
        new ReappendState(NOON, BLOB, 1, 2, Duration.ZERO).writeTo(headers);
        headers.remove("tidings-deadletter-" + name).add("tidings-deadletter-" + name, null);
        var read = illegible(headers, JSON);
        assertThat(read.reason()).isEqualTo(RejectionReason.INVALID_DELIVERY);
        assertThat(read.sentence()).contains("tidings-deadletter-" + name);
    }

    @Test
    void itsHeadersTakeMemoryToo() {
        var bare = letter(new RecordHeaders()).weight();
        assertThat(bare).isEqualTo(JSON.length);
        assertThat(letter(new RecordHeaders().add("name", new byte[10]).add("none", null))
                        .weight())
                .isEqualTo(bare + (96 + 4 + 10) + (96 + 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"id\":", "{} {}"})
    void aValueThatWouldSpoilTheArrayIsNot(String value) {
        assertThat(illegible(headers("to-crm", "dead"), value.getBytes(UTF_8)).reason())
                .isEqualTo(RejectionReason.INVALID_JSON);
    }

    @Test
    void noValueIsNoDeadLetterEither() {
        assertThat(illegible(headers("to-crm", "dead"), null).reason()).isEqualTo(RejectionReason.INVALID_JSON);
    }

    private static DeadLetter letter(Headers headers) {
        var batchKey =
                new BatchKey(new SubscriptionKey("orders", "to-crm"), "uid", new BlobContainer("archive", "dead"));
        return new DeadLetter(7, NOON, batchKey, null, headers, JSON);
    }

    private static DeadLetter.Read.Malformed illegible(RecordHeaders headers, byte[] value) {
        return (DeadLetter.Read.Malformed) DeadLetter.read(7, NOON, headers, value);
    }

    private static RecordHeaders headers(String subscription, String container) {
        var delivery = new Delivery(
                new SubscriptionKey("orders", subscription),
                "uid",
                new DeliveredEvent(EventSchema.EVENT_GRID, "1", null, NOON, new EventSource("events", 0, 1), null),
                0,
                RetryState.START);
        var headers = new RecordHeaders(DeliveryHeaders.write(delivery, NOON));
        headers.add(HeaderNames.DEAD_LETTER_ACCOUNT, "archive".getBytes(UTF_8));
        headers.add(HeaderNames.DEAD_LETTER_CONTAINER, container.getBytes(UTF_8));
        return headers;
    }
}
