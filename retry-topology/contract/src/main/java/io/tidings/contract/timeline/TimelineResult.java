package io.tidings.contract.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a query, of some partitions of the timeline or of all.
 *
 * @param partitions that were asked
 * @param rows in the order of their positions
 * @param cutAt the position behind which rows were left out, because there are {@link #MOST_BYTES} up to there, or
 *     because looking for them takes too long; null if none were
 * @param waiting by tier, or by the uid of the subscription
 * @param minutes of one subscription, or the sums of all, the oldest first
 * @param active minutes of all topics
 * @param behind how far the state is behind what was committed; null if that is unknown
 * @param incomplete sentences that say what could not be asked, and why
 */
public record TimelineResult(
        List<Integer> partitions,
        List<Row> rows,
        @Nullable String cutAt,
        Map<String, Waiting> waiting,
        List<StatsLine> minutes,
        List<ActiveMinute> active,
        @Nullable Duration behind,
        List<String> incomplete) {
    /** The most bytes of the rows of one response. A single row is shown, however large it is. */
    public static final int MOST_BYTES = 4 * 1024 * 1024;

    public TimelineResult {
        partitions = List.copyOf(partitions);
        rows = List.copyOf(rows);
        waiting = Map.copyOf(waiting);
        minutes = List.copyOf(minutes);
        active = List.copyOf(active);
        incomplete = List.copyOf(incomplete);
    }

    public TimelineResult(
            List<Integer> partitions,
            List<Row> rows,
            Map<String, Waiting> waiting,
            @Nullable Duration behind,
            List<String> incomplete) {
        this(partitions, rows, null, waiting, List.of(), List.of(), behind, incomplete);
    }

    /**
     * @param position orders the rows of all partitions, the newest first; the same for all rows about one event
     * @param entry what the row is about
     * @param related further entries about the same delivery
     * @param bytes of the text of all these entries
     */
    public record Row(String position, TimelineEntry entry, List<TimelineEntry> related, long bytes) {
        public Row {
            related = List.copyOf(related);
        }

        public Row(String position, TimelineEntry entry, List<TimelineEntry> related) {
            this(
                    position,
                    entry,
                    related,
                    bytes(entry) + related.stream().mapToLong(Row::bytes).sum());
        }

        private static long bytes(TimelineEntry entry) {
            return TimelineEntryText.write(entry).length;
        }
    }

    /**
     * @param oldest when the event that waits longest was published
     * @param nextDue when the next attempt may start
     */
    public record Waiting(long count, Instant oldest, Instant nextDue) {
        public Waiting plus(Waiting other) {
            return new Waiting(
                    count + other.count,
                    oldest.isBefore(other.oldest) ? oldest : other.oldest,
                    nextDue.isBefore(other.nextDue) ? nextDue : other.nextDue);
        }
    }

    public static TimelineResult nothing() {
        return new TimelineResult(List.of(), List.of(), Map.of(), null, List.of());
    }

    /**
     * Adds the result of other partitions. Rows behind those that one of the two has left out are left out, too, so that
     * the next page begins behind the last row.
     */
    public TimelineResult plus(TimelineResult other, int top) {
        var allPartitions = new TreeSet<>(partitions);
        allPartitions.addAll(other.partitions);
        var allRows = new ArrayList<>(rows);
        allRows.addAll(other.rows);
        allRows.sort(Comparator.comparing(Row::position));
        var cut = cutAt == null || (other.cutAt != null && other.cutAt.compareTo(cutAt) < 0) ? other.cutAt : cutAt;
        var page = new ArrayList<Row>();
        long bytes = 0;
        for (var row : allRows) {
            if (page.size() == top || (cut != null && row.position().compareTo(cut) > 0)) {
                break;
            }
            bytes += row.bytes();
            if (bytes > MOST_BYTES && !page.isEmpty()) {
                cut = page.getLast().position();
                break;
            }
            page.add(row);
        }
        var allWaiting = new TreeMap<>(waiting);
        other.waiting.forEach((tier, more) -> allWaiting.merge(tier, more, Waiting::plus));
        var allIncomplete = new ArrayList<>(incomplete);
        allIncomplete.addAll(other.incomplete);
        return new TimelineResult(
                List.copyOf(allPartitions),
                page,
                cut,
                allWaiting,
                sumOfLines(minutes, other.minutes),
                sum(active, other.active),
                behind,
                allIncomplete);
    }

    /** A subscription has its minutes in one partition; those of all subscriptions come from each. */
    private static List<StatsLine> sumOfLines(List<StatsLine> some, List<StatsLine> others) {
        var all = new TreeMap<Instant, StatsLine>();
        Stream.concat(some.stream(), others.stream()).forEach(each -> all.merge(each.minute(), each, StatsLine::plus));
        return List.copyOf(all.values());
    }

    private static List<ActiveMinute> sum(List<ActiveMinute> some, List<ActiveMinute> others) {
        record Key(Instant minute, String owner) {}
        var all = new LinkedHashMap<Key, ActiveMinute>();
        Stream.concat(some.stream(), others.stream())
                .forEach(each -> all.merge(new Key(each.minute(), each.owner()), each, ActiveMinute::plus));
        return List.copyOf(all.values());
    }

    public TimelineResult with(@Nullable Duration present, List<String> more) {
        var all = new ArrayList<>(incomplete);
        all.addAll(more);
        return new TimelineResult(partitions, rows, cutAt, waiting, minutes, active, present, all);
    }

    public byte[] json() {
        var json = JsonNodeFactory.instance.objectNode();
        var numbers = json.putArray("partitions");
        partitions.forEach(numbers::add);
        var array = json.putArray("rows");
        for (var row : rows) {
            var each = array.addObject()
                    .put("position", row.position())
                    .put("entry", new String(TimelineEntryText.write(row.entry()), UTF_8));
            var more = each.putArray("related");
            row.related().forEach(entry -> more.add(new String(TimelineEntryText.write(entry), UTF_8)));
        }
        putIfAny(json, "cutAt", cutAt);
        var tiers = json.putObject("waiting");
        waiting.forEach((tier, each) -> write(tiers.putObject(tier), each));
        var lines = json.putArray("minutes");
        minutes.forEach(each -> lines.add(new String(each.json(), UTF_8)));
        var counts = json.putArray("active");
        active.forEach(each -> each.write(counts));
        putIfAny(json, "behindMs", behind == null ? null : behind.toMillis());
        var sentences = json.putArray("incomplete");
        incomplete.forEach(sentences::add);
        return json.toString().getBytes(UTF_8);
    }

    private static void write(ObjectNode json, Waiting waiting) {
        json.put("count", waiting.count())
                .put("oldest", waiting.oldest().toString())
                .put("nextDue", waiting.nextDue().toString());
    }

    /** @throws IOException if the text is no such result */
    public static TimelineResult read(byte[] text) throws IOException {
        var json = RecordJson.of(text);
        var waiting = new TreeMap<String, Waiting>();
        for (var each : json.at("waiting").json().properties()) {
            var tier = new RecordJson(each.getValue());
            waiting.put(each.getKey(), new Waiting(tier.number("count"), tier.time("oldest"), tier.time("nextDue")));
        }
        return new TimelineResult(
                json.all("partitions", each -> each.json().asInt()),
                json.all("rows", TimelineResult::row),
                json.text("cutAt"),
                waiting,
                json.all("minutes", each -> StatsLine.read(bytes(each))),
                json.all("active", ActiveMinute::read),
                json.has("behindMs") ? Duration.ofMillis(json.number("behindMs")) : null,
                json.all("incomplete", each -> each.json().asText()));
    }

    private static Row row(RecordJson json) throws IOException {
        return new Row(
                json.required("position"),
                TimelineEntryText.read(bytes(json.at("entry"))),
                json.all("related", each -> TimelineEntryText.read(bytes(each))));
    }

    private static byte[] bytes(RecordJson text) {
        return text.json().asText().getBytes(UTF_8);
    }
}
