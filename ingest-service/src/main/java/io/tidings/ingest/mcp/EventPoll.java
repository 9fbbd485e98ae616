package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Occurrence;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Violation;
import io.tidings.contract.matching.CompiledFilter;
import io.tidings.contract.record.LogExtent;
import io.tidings.contract.subscription.EventFilterJson;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.timeline.RetainedRecord;
import io.tidings.ingest.timeline.TopicRecords;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.kafka.RangeReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Events for agents that ask for them: what lies behind a cursor, straight from the log (B-MCP-2). Nothing is kept between
 * two calls, so that the agent goes on exactly where it was, whichever instance it asks. Thread-safe.
 */
final class EventPoll {
    private static final int USUAL_EVENTS = 50;
    private static final int MOST_EVENTS = 200;
    private static final long ANY_AGE = -1;
    private static final int MOST_RECORDS = 5_000;
    private static final long MOST_BYTES = 10L * 1024 * 1024;
    private static final long MOST_ANSWERED = 1024 * 1024;
    private static final Duration MOST_TIME = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration FETCH = Duration.ofMillis(500);
    private static final int NEXT_MILLIS = 5_000;

    private static final int AT_ONCE = 8;
    private static final int AT_ONCE_OF_PRINCIPAL = 2;

    private static final Map<String, Object> SETTINGS = Map.of(
            "fetch.max.bytes",
            2 * 1024 * 1024,
            "max.partition.fetch.bytes",
            512 * 1024,
            "default.api.timeout.ms",
            (int) PATIENCE.toMillis(),
            "request.timeout.ms",
            (int) PATIENCE.toMillis());

    private final AgentEvents events;
    private final TopicRecords records;
    private final KafkaClients clients;
    private final PartitionLogs logs;
    private final PollCursor cursors;
    private final Clock clock;
    private final PollRoom room = new PollRoom(AT_ONCE, AT_ONCE_OF_PRINCIPAL);

    EventPoll(
            AgentEvents events,
            TopicRecords records,
            KafkaClients clients,
            PartitionLogs logs,
            PollCursor cursors,
            Clock clock) {
        this.events = events;
        this.records = records;
        this.clients = clients;
        this.logs = logs.committed().within(PATIENCE);
        this.cursors = cursors;
        this.clock = clock;
    }

    McpAnswer poll(ObjectNode params, Principal principal) {
        var violations = new ArrayList<Violation>();
        var name = WebhookSubscription.name(params, violations);
        var arguments = WebhookSubscription.arguments(params, violations);
        int most = (int) Math.min(MOST_EVENTS, number(params, "maxEvents", 1, USUAL_EVENTS, violations));
        long age = number(params, "maxAgeMs", 0, ANY_AGE, violations);
        if (!violations.isEmpty()) {
            return failed(McpError.invalidParams(violations));
        }
        var offered = events.find(name, principal);
        if (offered.isEmpty()) {
            return failed(McpError.noEvent(name));
        }
        if (!offered.get().pollable()) {
            return failed(McpError.unsupported("delivery.mode", JsonNodeFactory.instance.textNode("poll")));
        }
        var filter = filter(offered.get(), arguments, violations);
        if (filter.isEmpty()) {
            return failed(McpError.invalidParams(violations));
        }
        var owner = AgentId.of(principal, "", name, arguments).digest();
        var ask = new Ask(offered.get(), filter.get(), owner, most, age == ANY_AGE ? null : Duration.ofMillis(age));
        var who = AgentId.principal(principal);
        if (!room.enter(who)) {
            return failed(McpError.exhausted("pollsAtOnce", room.mostOfPrincipal()));
        }
        try {
            return answer(ask, params.path("cursor"));
        } finally {
            room.leave(who);
        }
    }

    /** @param age of the oldest events that are wanted; null for any */
    private record Ask(
            AgentEvents.Offered offered,
            CompiledFilter filter,
            String owner,
            int most,
            @Nullable Duration age) {}

    private static long number(ObjectNode params, String name, long least, long usual, List<Violation> violations) {
        var node = params.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return usual;
        }
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < least) {
            violations.add(new Violation(name, "must be a whole number from " + least + " on"));
        }
        return node.longValue();
    }

    /** Returns empty if an argument is wrong. */
    private static Optional<CompiledFilter> filter(
            AgentEvents.Offered offered, ObjectNode arguments, List<Violation> violations) {
        var json = JsonNodeFactory.instance.objectNode();
        json.putArray("includedEventTypes").add(offered.key().name());
        json.set(
                "advancedFilters", EventArguments.filters(offered.entry().type().schema(), arguments, violations));
        var filter = EventFilterJson.read(JsonObjectReader.root(json, violations));
        return violations.isEmpty() ? Optional.of(CompiledFilter.of(filter)) : Optional.empty();
    }

    private McpAnswer answer(Ask ask, JsonNode cursor) {
        var kafkaTopics = records.kafkaTopics(ask.offered().topic().topic());
        var extents = logs.of(logs.partitions(kafkaTopics));
        if (!cursor.isTextual()) {
            var now = new Found(ends(extents));
            return json(ask, kafkaTopics, PollCursor.Place.of(now.positions, extents), now, extents, false);
        }
        return cursors.parse(ask.owner(), kafkaTopics, cursor.textValue())
                .map(from -> behind(ask, kafkaTopics, from, extents))
                .orElseGet(() -> failed(McpError.invalidParams(
                        "cursor: must be one that this server gave for the same event and arguments")));
    }

    private McpAnswer behind(
            Ask ask, List<String> kafkaTopics, PollCursor.Place from, Map<TopicPartition, LogExtent> extents) {
        var floors = floors(ask.age(), extents);
        boolean truncated = false;
        var found = new Found(new HashMap<>());
        var ranges = new ArrayList<OffsetRange>();
        for (var each : extents.entrySet()) {
            var partition = each.getKey();
            var extent = each.getValue();
            long asked = from.offset(partition, extent.topicId());
            // Behind the end: the log was cut.
            long present = asked > extent.end() ? extent.beginning() : Math.max(asked, extent.beginning());
            long start = Math.max(present, floors.getOrDefault(partition, 0L));
            truncated |= start != asked;
            found.positions.put(partition, start);
            ranges.add(new OffsetRange(partition, start, extent.end()));
        }
        read(ask, ranges, found);
        truncated |= overtaken(ranges);
        var next = PollCursor.Place.of(found.positions, extents).over(from);
        return json(ask, kafkaTopics, next, found, extents, truncated);
    }

    /** Returns whether retention has deleted records while these were read; some may have been passed over. */
    private boolean overtaken(List<OffsetRange> ranges) {
        var full = ranges.stream().filter(range -> range.start() < range.end()).toList();
        if (full.isEmpty()) {
            return false;
        }
        var beginnings = logs.offsets(full.stream().map(OffsetRange::partition).toList(), OffsetSpec.earliest());
        return full.stream().anyMatch(range -> beginnings.getOrDefault(range.partition(), 0L) > range.start());
    }

    /** Returns the first offsets that are not too old. */
    private Map<TopicPartition, Long> floors(@Nullable Duration age, Map<TopicPartition, LogExtent> extents) {
        if (age == null || extents.isEmpty()) {
            return Map.of();
        }
        var now = clock.millis();
        long since = age.toMillis() >= now ? 0 : now - age.toMillis();
        var offsets = logs.offsets(extents.keySet(), OffsetSpec.forTimestamp(since));
        offsets.replaceAll((partition, offset) -> {
            var extent = extents.get(partition);
            return offset >= 0 || extent == null ? offset : extent.end();
        });
        return offsets;
    }

    private static Map<TopicPartition, Long> ends(Map<TopicPartition, LogExtent> extents) {
        var ends = new HashMap<TopicPartition, Long>();
        extents.forEach((partition, extent) -> ends.put(partition, extent.end()));
        return ends;
    }

    /** What a reading has brought. Confined to one thread. */
    private static final class Found {
        /** The next offset of each partition. */
        private final Map<TopicPartition, Long> positions;

        private final List<Occurrence> occurrences = new ArrayList<>();
        private int records;
        private long bytes;
        private long answered;
        private int tooLarge;

        Found(Map<TopicPartition, Long> positions) {
            this.positions = positions;
        }

        boolean full(int most) {
            return occurrences.size() >= most || answered >= MOST_ANSWERED;
        }

        boolean spent(int most) {
            return full(most) || records >= MOST_RECORDS || bytes >= MOST_BYTES;
        }

        void add(Occurrence occurrence) {
            if (occurrence.tooLarge()) {
                tooLarge++;
            } else {
                occurrences.add(occurrence);
                answered += occurrence.json().length;
            }
        }

        void looked(ConsumerRecord<byte[], byte[]> record) {
            records++;
            bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
            positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        }
    }

    private void read(Ask ask, List<OffsetRange> ranges, Found found) {
        long deadline = System.nanoTime() + MOST_TIME.toNanos();
        try (var reader = RangeReader.open(clients, SETTINGS)) {
            reader.begin(ranges);
            while (!reader.finished() && !found.spent(ask.most()) && System.nanoTime() - deadline < 0) {
                for (var record : reader.poll(FETCH)) {
                    if (found.full(ask.most())) {
                        return;
                    }
                    found.looked(record);
                    occurrence(ask, RetainedRecord.of(record)).ifPresent(found::add);
                }
                pass(ranges, reader, found);
            }
        }
    }

    /** A log may have many offsets that are no records: those of markers, and of transactions that were aborted. */
    private static void pass(List<OffsetRange> ranges, RangeReader reader, Found found) {
        for (var range : ranges) {
            found.positions.merge(range.partition(), reader.reached(range), Long::max);
        }
    }

    private Optional<Occurrence> occurrence(Ask ask, RetainedRecord record) {
        var topic = ask.offered().topic().topic();
        return records.isOf(topic, record)
                        && records.decoded(topic, record) instanceof EventDecoder.Result.Decoded(var _, var event)
                        && ask.filter().passes(event)
                ? occurrence(ask, event, record.appended())
                : Optional.empty();
    }

    private static Optional<Occurrence> occurrence(Ask ask, Event event, Instant appended) {
        return Occurrence.of(
                ask.offered().key().topic(),
                ask.offered().name(),
                event.deliveredAs(EventSchema.CLOUD_EVENTS),
                appended,
                false);
    }

    private McpAnswer json(
            Ask ask,
            List<String> kafkaTopics,
            PollCursor.Place place,
            Found found,
            Map<TopicPartition, LogExtent> extents,
            boolean truncated) {
        var next = cursors.text(ask.owner(), kafkaTopics, place);
        if (next.isEmpty()) {
            return failed(McpError.unsupported("delivery.mode", JsonNodeFactory.instance.textNode("poll")));
        }
        boolean more = extents.entrySet().stream()
                .anyMatch(each -> found.positions.getOrDefault(each.getKey(), 0L)
                        < each.getValue().end());
        var json = JsonNodeFactory.instance.objectNode();
        var array = json.putArray("events");
        found.occurrences.forEach(each -> array.add(ResourceJson.orMissing(each.json())));
        json.put("cursor", next.get())
                .put("truncated", truncated || found.tooLarge > 0)
                .put("hasMore", more)
                .put("nextPollMs", more ? 0 : NEXT_MILLIS);
        return new McpAnswer.Result(json);
    }

    private static McpAnswer failed(McpError error) {
        return new McpAnswer.Failed(error);
    }
}
