package io.tidings.topology.deduplication;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.topic.Deduplicate;
import io.tidings.topology.deduplication.FirstEvent.KeyHash;
import io.tidings.topology.deduplication.FirstEvents.Place;
import io.tidings.topology.match.MatchOutput;
import io.tidings.topology.match.MatchOutput.Sink;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognises the events of a task that repeat others (B-DEDUP-3). What former owners have found is read when the first
 * event of a partition comes that may be a duplicate, so without the rule nothing is read or kept.
 *
 * <pre>
 *   event ──> repeated? ──> yes: dropped
 *                └─ no ──> its deliveries ──> first ──> deduplication   with the same commit as the deliveries
 * </pre>
 *
 * <p>Confined to a stream thread.
 */
public final class Deduplication {
    private static final Logger log = LoggerFactory.getLogger(Deduplication.class);

    private final FirstEventsLog former;
    private final KnownKeys keys;
    private final Supplier<Map<String, Deduplicate>> rules;
    private final Map<TopicPartition, Map<String, FirstEvents>> known = new HashMap<>();

    /** @param rules of all topics that have one */
    public Deduplication(FirstEventsLog former, KnownKeys keys, Supplier<Map<String, Deduplicate>> rules) {
        this.former = former;
        this.keys = keys;
        this.rules = rules;
    }

    /**
     * An event that may repeat another.
     *
     * @param source the place of the event
     * @param appended when it got there
     */
    public record Candidate(String topic, Deduplicate rule, KeyHash key, EventSource source, Instant appended) {
        /** Returns empty if the event has no key. */
        public static Optional<Candidate> of(
                String topic, Deduplicate rule, Event event, EventSource source, Instant appended) {
            return Optional.ofNullable(rule.keyOf(event))
                    .map(key -> new Candidate(topic, rule, KeyHash.of(rule.by() + "\0" + key), source, appended));
        }

        private FirstEvent first() {
            return new FirstEvent(partition(), topic, key, source.offset(), appended.toEpochMilli());
        }

        private TopicPartition partition() {
            return new TopicPartition(source.kafkaTopic(), source.partition());
        }
    }

    /** Called when the task is assigned, and when it is taken away. */
    public void forget() {
        known.values().forEach(topics -> topics.values().forEach(FirstEvents::clear));
        known.clear();
    }

    /** Returns the first event with the same key; empty if there is none that is recent enough. */
    public Optional<EventSource> repeated(Candidate candidate) {
        var first = candidate.first();
        return of(candidate)
                .repeated(first.key(), place(first), candidate.rule().window())
                .map(place -> new EventSource(
                        first.partition().topic(), first.partition().partition(), place.offset()));
    }

    /** Takes an event that repeats none, and returns what must be written with its deliveries. */
    public MatchOutput add(Candidate candidate) {
        var first = candidate.first();
        keys.leftEarly(first.topic(), of(candidate).add(first.key(), place(first)));
        return new MatchOutput(
                Sink.DEDUPLICATION,
                FirstEvent.recordKey(first.partition()),
                0,
                first.recordValue(),
                candidate.appended(),
                new RecordHeaders());
    }

    private static Place place(FirstEvent event) {
        return new Place(event.offset(), event.appended());
    }

    private FirstEvents of(Candidate candidate) {
        var partition = candidate.partition();
        var topics = known.get(partition);
        if (topics == null) {
            topics = restored(candidate);
            known.put(partition, topics);
        }
        return topics.computeIfAbsent(
                candidate.topic(),
                topic -> keys.firstEvents(topic, candidate.source().offset()));
    }

    private Map<String, FirstEvents> restored(Candidate candidate) {
        var partition = candidate.partition();
        var wanted = rules.get();
        var longest = wanted.values().stream()
                .map(Deduplicate::window)
                .reduce(candidate.rule().window(), (one, other) -> one.compareTo(other) < 0 ? other : one);
        var topics = new HashMap<String, FirstEvents>();
        long begin = candidate.source().offset();
        long started = System.nanoTime();
        try {
            former.read(partition, candidate.appended().minus(longest), event -> {
                if (wanted.containsKey(event.topic())) {
                    topics.computeIfAbsent(event.topic(), topic -> keys.firstEvents(topic, begin))
                            .restore(event.key(), place(event));
                }
            });
        } catch (KafkaException e) {
            topics.values().forEach(FirstEvents::clear);
            throw new FormerEventsUnknown(partition, e);
        }
        log.info(
                "{}: {} keys of events that later ones may repeat were read in {}",
                partition,
                topics.values().stream().mapToInt(FirstEvents::size).sum(),
                Duration.ofNanos(System.nanoTime() - started));
        return topics;
    }
}
