package io.tidings.export.source;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.StartPlaces;
import io.tidings.export.source.JobItem.Finding;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * The events of a new subscription that starts in the past, up to its first marker in each partition (B-START). Reads in
 * rounds, each a stretch of every partition. The job has caught up when a short round has come to the present ends, so
 * that the owner appends the markers.
 */
final class StartItems implements JobItems {
    /** A round reads at most so many offsets of a partition; then the job looks anew where each log begins and ends. */
    private static final int MOST_IN_ROUND = 10_000;

    /** The length of a round after which little is left. */
    private static final Duration SHORT = Duration.ofSeconds(5);

    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(250);

    private final KafkaClients clients;
    private final Collection<String> kafkaTopics;
    private final Job job;
    private final EventItems events;
    /** By the names of partitions. */
    private final Map<String, Long> positions = new HashMap<>();

    private final Set<String> marked = new HashSet<>();
    private boolean caughtUp;
    private boolean toTheEnds;
    private boolean finished;
    private long roundBegan = System.nanoTime() - BETWEEN_ROUNDS.toNanos();

    /**
     * @param events whose ranges this object sets
     * @param before by place: what is before them is done
     */
    StartItems(
            KafkaClients clients,
            Collection<String> kafkaTopics,
            Job job,
            EventItems events,
            Map<String, Long> before) {
        this.clients = clients;
        this.kafkaTopics = kafkaTopics;
        this.job = job;
        this.events = events;
        this.caughtUp = before.containsKey(StartPlaces.CAUGHT_UP);
        before.forEach((place, next) -> {
            if (StartPlaces.isPartition(place)) {
                positions.put(place, next);
                if (StartPlaces.marked(before, place)) {
                    marked.add(place);
                }
            }
        });
    }

    @Override
    public boolean finished() {
        return finished;
    }

    /** Waits for the markers, or for a round to come. */
    @Override
    public boolean waiting() {
        return !finished && events.finished() && !roundDue();
    }

    @Override
    public List<JobItem> poll(Duration patience) {
        if (!events.finished()) {
            return events.poll(patience).stream()
                    .flatMap(item -> passed(item).stream())
                    .toList();
        }
        return roundDue() ? nextRound() : List.of();
    }

    private boolean roundDue() {
        return System.nanoTime() - roundBegan >= BETWEEN_ROUNDS.toNanos();
    }

    /** Leaves out what is behind the marker: matching delivers it. */
    private List<JobItem> passed(JobItem item) {
        if (marked.contains(item.place())) {
            return List.of();
        }
        positions.put(item.place(), item.next());
        if (!item.marksStart()) {
            return List.of(item);
        }
        marked.add(item.place());
        return List.of(item, new JobItem(StartPlaces.marker(item.place()), item.next(), List.of()));
    }

    private List<JobItem> nextRound() {
        boolean wasShort = System.nanoTime() - roundBegan < SHORT.toNanos();
        boolean mayBeMarked = caughtUp;
        roundBegan = System.nanoTime();
        var items = new ArrayList<JobItem>();
        if (!caughtUp && toTheEnds && wasShort) {
            caughtUp = true;
            items.add(new JobItem(StartPlaces.CAUGHT_UP, 1, List.of()));
        }
        var all = AppendedRecords.present(clients, kafkaTopics);
        var first = begin(all.stream()
                .filter(present -> !positions.containsKey(present.partition().toString()))
                .toList());
        var ranges = new ArrayList<OffsetRange>();
        toTheEnds = true;
        for (var present : all) {
            var place = present.partition().toString();
            if (marked.contains(place)) {
                continue;
            }
            long known = positions.getOrDefault(place, first.getOrDefault(present.partition(), 0L));
            long start = Math.max(known, present.start());
            if (mayBeMarked && positions.containsKey(place) && start > known) {
                throw overtaken(place);
            }
            if (!positions.containsKey(place) || start > known) {
                items.add(new JobItem(place, start, lost(start - known)));
                positions.put(place, start);
            }
            long end = Math.min(present.end(), start + MOST_IN_ROUND);
            toTheEnds &= end == present.end();
            ranges.add(new OffsetRange(present.partition(), start, end));
        }
        // A broker that lags may not know a Kafka topic; what was read of before is not forgotten for that.
        finished = !all.isEmpty() && marked.containsAll(positions.keySet());
        events.begin(ranges);
        return items;
    }

    /** The marker may have been among what is gone, and then matching delivers what the job would read now. */
    private static CannotRedrive overtaken(String place) {
        return new CannotRedrive(
                "retention deleted events of " + place + " after the job had caught up and before it read"
                        + " them; new events follow, and a replay can bring those that Kafka still holds");
    }

    /** Where a partition has nothing since the start, the job begins at its end. */
    private Map<TopicPartition, Long> begin(List<OffsetRange> unknown) {
        var begins = new HashMap<TopicPartition, Long>();
        var since = job.request().select().from();
        boolean earliest = since.equals(Instant.EPOCH); // also what has no time
        unknown.forEach(range -> begins.put(range.partition(), earliest ? range.start() : range.end()));
        if (!earliest && !unknown.isEmpty()) {
            begins.putAll(AppendedRecords.since(clients, since, List.copyOf(begins.keySet())));
        }
        return begins;
    }

    /** Retention took them before the job came to them. */
    private static List<Finding> lost(long offsets) {
        return offsets == 0 ? List.of() : List.of(new Finding.NotRetained(offsets));
    }

    @Override
    public void close() {
        events.close();
    }
}
