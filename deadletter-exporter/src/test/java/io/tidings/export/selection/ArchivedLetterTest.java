package io.tidings.export.selection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.record.DeadLetterRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: a record of a blob becomes the event that it was made from. */
class ArchivedLetterTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final EventSource PLACE = new EventSource("dead/BILLING/2026/11/21/12/x.json", 0, 3);
    private static final String ENVELOPE = """
        {"id":"e1","subject":"/a","eventType":"placed","eventTime":"2026-11-21T12:00:00Z","dataVersion":""}\
        """;

    @Test
    void anEventGridEventIsTheSameByteForByte() throws IOException {
        var event = """
            {"id":"e1","subject":"/a","eventType":"placed","eventTime":"2026-11-21T12:00:00Z","data":{"n": 1.0},\
            "dataVersion":"2"}\
            """;
        var letter = letter(EventSchema.EVENT_GRID, event, null);
        assertThat(letter.json()).isEqualTo(event.getBytes(UTF_8));
        assertThat(letter.event(PLACE, NOON))
                .isEqualTo(new DeliveredEvent(EventSchema.EVENT_GRID, "e1", "2", NOON, PLACE, null, null));
        assertThat(letter.reason()).isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(letter.lastStatus()).isEqualTo(400);
        assertThat(letter.time()).isEqualTo(NOON.plusSeconds(1));
    }

    @Test
    void aCloudEventIsOneWhateverTheSubscriptionGetsNow() throws IOException {
        var event = """
            {"specversion":"1.0","id":"e1","source":"/shop","type":"placed","data":{"n": 1}}\
            """;
        for (var now : EventSchema.values()) {
            var letter = ArchivedLetter.of(record(EventSchema.CLOUD_EVENTS, event, null), now);
            assertThat(letter.json()).isEqualTo(event.getBytes(UTF_8));
            assertThat(letter.event(PLACE, NOON).schema()).isEqualTo(EventSchema.CLOUD_EVENTS);
            assertThat(letter.reason()).isEqualTo("UndeliverableDueToHttpBadRequest");
        }
    }

    @Test
    void anEventOfItsOwnShapeGetsItsEnvelopeBack() throws IOException {
        var event = """
            {"order": 7, "deadLetterReason":"mine"}\
            """;
        var letter = letter(EventSchema.CUSTOM, event, ENVELOPE);
        assertThat(letter.json()).isEqualTo(event.getBytes(UTF_8));
        assertThat(letter.event(PLACE, NOON))
                .isEqualTo(new DeliveredEvent(EventSchema.CUSTOM, "e1", null, NOON, PLACE, null, ENVELOPE));
    }

    @Test
    void whatALetterIsAskedForByIsInItsMembers() throws IOException {
        var letter = letter(EventSchema.EVENT_GRID, ENVELOPE, null);
        assertThat(letter.selectedBy(selection(Set.of("e1"), Set.of(DeadLetterReason.BAD_REQUEST), Set.of(400))))
                .isTrue();
        assertThat(letter.selectedBy(selection(Set.of("e2"), Set.of(), Set.of())))
                .isFalse();
        assertThat(letter.selectedBy(selection(Set.of(), Set.of(DeadLetterReason.FORBIDDEN), Set.of())))
                .isFalse();
        assertThat(letter.selectedBy(selection(Set.of(), Set.of(), Set.of(503))))
                .isFalse();
        assertThat(letter.selectedBy(
                        new JobSelection(Set.of(), Instant.EPOCH, NOON.plusSeconds(1), Set.of(), Set.of())))
                .as("given up after the end")
                .isFalse();
    }

    /** Issue 31: an event may have been published with the members of a dead letter. */
    @Test
    void aLetterSaysHowOftenItsEventWasBroughtBackSinceItWasPublished() throws IOException {
        assertThat(marked("2@2026-11-21T12:00:00Z").redriven()).isEqualTo(new Redriven(2, NOON));
        assertThat(marked("2@2026-11-21T11:59:59Z").redriven()).isNull();
        assertThat(marked("twice").redriven()).isNull();
        assertThat(marked("twice").json()).isEqualTo(ENVELOPE.getBytes(UTF_8));
        assertThat(letter(EventSchema.EVENT_GRID, ENVELOPE, null).redriven()).isNull();
    }

    @Test
    void anEventThatIsNoDeadLetterIsUnreadable() throws IOException {
        var letter = ArchivedLetter.of(JsonObjectView.ofObject(ENVELOPE.getBytes(UTF_8)), EventSchema.EVENT_GRID);
        assertThatIOException().isThrownBy(letter::reason);
        assertThatIOException().isThrownBy(letter::json);
        var custom = ArchivedLetter.of(JsonObjectView.ofObject(ENVELOPE.getBytes(UTF_8)), EventSchema.CUSTOM);
        assertThatIOException().isThrownBy(() -> custom.event(PLACE, NOON));
    }

    /** B-DOMAIN-1: a folder has the letters of all subscriptions of a name, also of the topics of a domain. */
    @Test
    void aSubscriptionOfADomainTakesNoLetterOfOneOfItsTopics() throws IOException {
        var ofDomain = new ArchiveSelection(
                JobRequest.start(new SubscriptionKey("shop", "anna"), Instant.EPOCH, NOON),
                new SubscriptionKey("shop", "anna"),
                Set.of("u1"));
        assertThat(ofDomain.covers(owned("shop/anna/u1"))).isTrue();
        assertThat(ofDomain.covers(owned("shop/anna/anna/u1"))).isFalse();
        assertThat(ofDomain.covers(owned("shop/anna-2/u1"))).isFalse();
    }

    private static ArchivedLetter owned(String owner) throws IOException {
        var record = new String(record(EventSchema.EVENT_GRID, ENVELOPE, null).json(), UTF_8)
                .replace("orders/billing/u1", owner);
        return ArchivedLetter.of(JsonObjectView.ofObject(record.getBytes(UTF_8)), EventSchema.EVENT_GRID);
    }

    private static JobSelection selection(Set<String> ids, Set<DeadLetterReason> reasons, Set<Integer> statuses) {
        return new JobSelection(ids, Instant.EPOCH, NOON.plusSeconds(60), reasons, statuses);
    }

    private static ArchivedLetter marked(String mark) throws IOException {
        var record = new String(record(EventSchema.EVENT_GRID, ENVELOPE, null).json(), UTF_8)
                .replace("\"deadLetterOwner\"", "\"deadLetterRedriven\":\"" + mark + "\",\"deadLetterOwner\"");
        return ArchivedLetter.of(JsonObjectView.ofObject(record.getBytes(UTF_8)), EventSchema.EVENT_GRID);
    }

    private static ArchivedLetter letter(EventSchema schema, String event, @Nullable String envelope)
            throws IOException {
        return ArchivedLetter.of(record(schema, event, envelope), schema);
    }

    private static JsonObjectView record(EventSchema schema, String event, @Nullable String envelope)
            throws IOException {
        var delivery = new Delivery(
                new SubscriptionKey("orders", "billing"),
                "u1",
                new DeliveredEvent(schema, "e1", null, NOON, new EventSource("tidings.events", 0, 17), null, envelope),
                1,
                RetryState.START.ended(new LastAttempt(LastOutcome.BAD_REQUEST, 400, NOON.plusSeconds(1))));
        return JsonObjectView.ofObject(
                DeadLetterRecord.of(delivery, DeadLetterReason.BAD_REQUEST, event.getBytes(UTF_8)));
    }
}
