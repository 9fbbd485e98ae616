package io.tidings.ingest.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventDecoder.Result;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.json.Violation;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.ExportLine.Ending;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineResult.Row;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events themselves over HTTP: data, key and headers of one record of a topic (B-SEE-1). */
public final class PayloadApi {
    private static final Logger log = LoggerFactory.getLogger(PayloadApi.class);

    /** The most events that are in memory: a tree is much larger than its JSON. */
    private static final int MOST_AT_ONCE = 4;

    /** The most dead letters of one event that are looked at; all hold the same event. */
    private static final int MOST_LETTERS = 3;

    private final Semaphore inWork = new Semaphore(MOST_AT_ONCE);
    private final TimelineApi.Timeline timeline;
    private final ResourceTable table;
    private final SourceRecords records;
    private final TopicRecords ofTopics;

    public PayloadApi(
            TimelineApi.Timeline timeline, ResourceTable table, SourceRecords records, TopicRecords ofTopics) {
        this.timeline = timeline;
        this.table = table;
        this.records = records;
        this.ofTopics = ofTopics;
    }

    /** A record of one topic, asked for by its place in the log. */
    private record Asked(
            TopicResource topic,
            EventSource source,
            @Nullable String eventId) {}

    public Response respond(String topic, ManagedRequest managed) {
        var known = table.topic(topic);
        if (known.isEmpty()) {
            return Response.of(ApiError.notFound("there is no topic " + topic));
        }
        var source = EventSource.parse(Request.segment(managed.named("source")));
        if (source.isEmpty()) {
            return RequestBodies.invalid(List.of(
                    new Violation("source", "must be Kafka topic, partition and offset, as in tidings.events-3@1042")));
        }
        var eventId = managed.request().parameter("eventId").filter(id -> !id.isEmpty());
        var asked = new Asked(known.get().topic(), source.get(), eventId.orElse(null));
        if (!ofTopics.kafkaTopics(asked.topic()).contains(asked.source().kafkaTopic())) {
            return notOfTopic(asked);
        }
        if (!inWork.tryAcquire()) {
            return Response.of(ApiError.unavailable("other events are being shown, so this one has to wait"));
        }
        Response response;
        try {
            response = respond(asked);
        } finally {
            inWork.release();
        }
        if (response.status() == 200) {
            response = response.with("Cache-Control", "no-store");
            managed.showsSecrets("the event is not shown, because it cannot be recorded at the moment who sees it");
            managed.changed(Change.topic(topic) + "/records/" + source.get(), null, null);
        }
        return response;
    }

    private static Response notOfTopic(Asked asked) {
        return Response.of(ApiError.notFound("the record " + asked.source() + " is none of topic "
                + asked.topic().name()));
    }

    private Response respond(Asked asked) {
        var retained = records.one(asked.source());
        var record = retained.records().get(asked.source());
        try {
            if (record != null && !belongs(asked, record)) {
                return notOfTopic(asked);
            }
            var content = record == null ? null : ofTopics.decoded(asked.topic(), record);
            if (record != null && content != null && isAsked(asked, content)) {
                return Response.json(200, PayloadView.of(asked.topic(), record, content));
            }
            return asked.eventId() == null
                    ? unread(asked, retained.complete(), List.of())
                    : ofDeadLetter(asked, retained.complete());
        } catch (TimelineUnavailableException e) {
            log.warn("the timeline could not be asked: {}", e.getMessage());
            return Response.of(
                    ApiError.unavailable("the record cannot be found without the timeline, which cannot be asked"));
        }
    }

    /** A record that names no topic, or the domain only, is of the topic that it was matched for. */
    private boolean belongs(Asked asked, RetainedRecord record) throws TimelineUnavailableException {
        var named = TopicRecords.named(record);
        return ofTopics.isOf(asked.topic(), record)
                || ((named == null
                                || named.equals(DomainTopic.owner(asked.topic().name())))
                        && entries(asked).stream()
                                .anyMatch(entry -> entry.source().equals(asked.source())));
    }

    /** Returns what the timeline knows of the event. */
    private List<TimelineEntry> entries(Asked asked) throws TimelineUnavailableException {
        return asked.eventId() == null
                ? List.of()
                : timeline.ask(new OfEvent(asked.topic().name(), asked.eventId())).rows().stream()
                        .map(Row::entry)
                        .toList();
    }

    /** A topic that was deleted and made again has other events at the same offsets. */
    private static boolean isAsked(Asked asked, Result content) {
        return asked.eventId() == null
                || !(content instanceof Result.Decoded(var _, var event))
                || event.id().equals(asked.eventId());
    }

    private Response ofDeadLetter(Asked asked, boolean complete) throws TimelineUnavailableException {
        boolean all = complete;
        var entries = entries(asked).stream()
                .filter(entry -> entry.source().equals(asked.source()))
                .toList();
        var letters = entries.stream()
                .filter(DeadLetter.class::isInstance)
                .map(entry -> ((DeadLetter) entry).position())
                .filter(position ->
                        position.kafkaTopic().equals(ofTopics.topics().deadLetters()))
                .limit(MOST_LETTERS)
                .toList();
        for (var position : letters) {
            var retained = records.one(position);
            var record = retained.records().get(position);
            all &= retained.complete();
            if (record != null && isLetterOf(asked, record)) {
                return Response.json(
                        200, PayloadView.ofDeadLetter(asked.topic(), asked.source(), record, event(asked, record)));
            }
        }
        return unread(asked, all, entries);
    }

    private static boolean isLetterOf(Asked asked, RetainedRecord record) {
        var owner = record.key() == null
                ? Optional.<SubscriptionKey>empty()
                : SubscriptionKey.parse(new String(record.key(), UTF_8));
        return record.value() != null
                && owner.filter(key -> key.topic().equals(asked.topic().name())).isPresent()
                && asked.source().toString().equals(HeaderText.of(record.headers(), HeaderNames.SOURCE))
                && Objects.equals(asked.eventId(), HeaderText.of(record.headers(), HeaderNames.EVENT_ID));
    }

    private Result event(Asked asked, RetainedRecord record) {
        var schema = EventSchema.ofDelivery(HeaderText.orEmpty(record.headers(), HeaderNames.SCHEMA));
        var value = record.value();
        if (schema.isPresent() && value != null) {
            try {
                var topic = asked.topic();
                var input = new Input(topic.name(), schema.get(), topic.mapping());
                return ofTopics.decoded(input, DeadLetterRecord.event(schema.get(), value));
            } catch (IOException e) {
                log.debug("{} is no dead letter", record.position(), e);
            }
        }
        return new Result.Rejected(RejectionReason.INVALID_EVENT, "the dead letter cannot be read");
    }

    /** @param complete whether it is known that the event is in none of the logs */
    private static Response unread(Asked asked, boolean complete, List<TimelineEntry> entries) {
        if (!complete) {
            return Response.of(ApiError.unavailable("the record " + asked.source()
                    + " cannot be read at the moment: Kafka does not respond, or does not let ingest-service read its"
                    + " Kafka topic"));
        }
        var blob = entries.stream()
                .map(entry -> entry instanceof Export export
                                && export.line().ending()
                                        instanceof Ending.Written(var account, var container, var path)
                        ? "; its dead letter is in the blob " + path + " of container " + container + ", account "
                                + account
                        : "")
                .filter(text -> !text.isEmpty())
                .findFirst();
        return Response.of(ApiError.of(
                410,
                "EventNotRetained",
                "Kafka does not keep the record " + asked.source() + " any more"
                        + blob.orElse(
                                asked.eventId() == null ? "; with eventId, dead letters are searched, too" : "")));
    }
}
