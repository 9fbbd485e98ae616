package io.tidings.ingest.reconcile;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.job.StartStep;
import io.tidings.contract.record.StartMarker;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.ingest.job.JobLog;
import io.tidings.ingest.write.ConflictAwareWriter;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.metric.Metric;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads the subscriptions that start in the past from their jobs to matching (B-START), as {@link StartStep} decides.
 * Changes come from the table's thread; all else is done by the thread of the owner.
 */
public final class PastStarts implements Consumer<TableChange> {
    private static final Logger log = LoggerFactory.getLogger(PastStarts.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private static final Duration BETWEEN_CANCELS = Duration.ofSeconds(15);

    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

    /** A table that lags may not show the subscription of a young job yet. */
    private static final Duration YOUNG = Duration.ofMinutes(1);

    private final Set<SubscriptionKey> open = new ConcurrentSkipListSet<>();
    /** The partitions that this process has appended markers to, by uid. */
    private final Map<String, Set<TopicPartition>> marked = new HashMap<>();

    /** Until when those rest that have failed, such as for a missing right to the Kafka topic of their topic, by uid. */
    private final Map<String, Long> rests = new HashMap<>();

    private long nextLook = System.nanoTime();
    private long nextCancel = nextLook;

    /** @param events the logs of the events topics */
    public record Surroundings(
            ResourceTable table,
            JobTable jobs,
            JobLog log,
            ConflictAwareWriter writer,
            PartitionLogs events,
            Topics topics,
            Clock clock) {}

    public void count(MeterRegistry registry) {
        Metric.STARTS.gauge(registry, open, Set::size);
    }

    @Override
    public void accept(TableChange change) {
        switch (change) {
            case TableChange.SubscriptionPut(var entry) -> {
                if (entry.provisioning().start() == StartState.OPEN) {
                    open.add(entry.subscription().key());
                } else {
                    open.remove(entry.subscription().key());
                }
            }
            case TableChange.SubscriptionRemoved(var key) -> open.remove(key);
            case TableChange.SubscriptionIncomplete _,
                    TableChange.DomainTopicChanged _,
                    TableChange.Ignored _,
                    TableChange.TopicPut _,
                    TableChange.EventTypesChanged _,
                    TableChange.TopicRemoved _ -> {}
        }
    }

    public void advance(Surroundings here) {
        if (System.nanoTime() - nextLook < 0) {
            return;
        }
        nextLook = System.nanoTime() + BETWEEN_LOOKS.toNanos();
        if (System.nanoTime() - nextCancel >= 0) {
            nextCancel = System.nanoTime() + BETWEEN_CANCELS.toNanos();
            cancelNeedless(here);
        }
        if (open.isEmpty()) {
            marked.clear();
            rests.clear();
            return;
        }
        var entries = open.stream()
                .flatMap(key -> here.table().subscription(key).stream())
                .filter(entry -> entry.provisioning().start() == StartState.OPEN)
                .filter(entry -> entry.matches() && !entry.locked())
                .sorted(Comparator.comparing(entry -> rests.containsKey(entry.uid()))) // what failed comes last
                .toList();
        var uids = entries.stream().map(SubscriptionEntry::uid).collect(Collectors.toSet());
        marked.keySet().retainAll(uids);
        rests.keySet().retainAll(uids);
        var slots = new StartSlots();
        entries.stream().filter(entry -> job(entry, here).isPresent()).forEach(entry -> slots.taken(owner(entry)));
        var matched = new Matched(here);
        for (var entry : entries) {
            if (resting(entry.uid())) {
                continue;
            }
            try {
                var step = StartStep.of(job(entry, here), matched::of);
                if (step != StartStep.ASK || slots.take(owner(entry))) {
                    take(step, entry, here);
                }
                rests.remove(entry.uid());
            } catch (KafkaException e) {
                rest(entry, e);
                return; // a failure may take its time, and the owner has more to do
            }
        }
    }

    private boolean resting(String uid) {
        var until = rests.get(uid);
        return until != null && System.nanoTime() - until < 0;
    }

    private void rest(SubscriptionEntry entry, KafkaException failure) {
        if (rests.put(entry.uid(), System.nanoTime() + AFTER_FAILURE.toNanos()) == null) {
            log.warn(
                    "{} does not start in the past yet, which is tried each minute: {}",
                    entry.subscription().key(),
                    failure.getMessage());
        }
    }

    private static String topic(SubscriptionEntry entry) {
        return entry.subscription().key().topic();
    }

    /** Those of all tenants of a domain share the slots of one topic. */
    private static String owner(SubscriptionEntry entry) {
        return DomainTopic.owner(topic(entry));
    }

    private static Optional<Job> job(SubscriptionEntry entry, Surroundings here) {
        return here.jobs().job(StartPlaces.job(entry.uid()));
    }

    private void take(StartStep step, SubscriptionEntry entry, Surroundings here) {
        switch (step) {
            case ASK -> ask(entry, here);
            case MARK -> mark(entry, here);
            case END -> end(entry, here);
            case WAIT -> {}
        }
    }

    private static void ask(SubscriptionEntry entry, Surroundings here) {
        var key = entry.subscription().key();
        var now = here.clock().instant();
        var since = entry.subscription().extensions().start().since();
        var from = since == null || since.isAfter(now) ? now : since;
        log.info("{} starts with the events since {}", key, from);
        here.log().put(StartPlaces.job(entry.uid()), JobRequest.start(key, from, now));
    }

    /** Also appends to partitions that were added since. */
    private void mark(SubscriptionEntry entry, Surroundings here) {
        var topic = topic(entry);
        var ours = marked.computeIfAbsent(entry.uid(), _ -> new HashSet<>());
        var kafkaTopics = List.of(here.topics().events(), here.topics().events(topic));
        for (var partition : here.events().partitions(kafkaTopics)) {
            if (!ours.contains(partition)) {
                var headers = StartMarker.headers(topic, entry.uid(), entry.offset() + 1);
                var marker = new ProducerRecord<byte[], byte[]>(
                        partition.topic(), partition.partition(), null, null, null, headers);
                KafkaFutures.await(here.log().producer().send(marker), "appending to " + partition);
                ours.add(partition);
            }
        }
    }

    private static void end(SubscriptionEntry entry, Surroundings here) {
        var key = entry.subscription().key();
        here.writer()
                .change(
                        key,
                        newest -> Optional.of(newest)
                                .filter(each -> each.uid().equals(entry.uid()))
                                .filter(each -> each.provisioning().start() == StartState.OPEN)
                                .map(each -> each.with(each.provisioning().start(StartState.DONE))));
        log.info("the start of {} has ended, and matching delivers its events", key);
    }

    /**
     * Nobody appends the markers that end a job if its subscription was deleted, or if its start is not open any more, as
     * when a former release wrote the subscription: matching delivers the same events then.
     */
    private static void cancelNeedless(Surroundings here) {
        var before = here.clock().instant().minus(YOUNG);
        var starts = here.jobs().jobs().stream()
                .filter(job -> job.request().kind() == JobKind.START && !job.ended())
                .filter(job -> job.wish() != JobWish.CANCEL && isBefore(job, before))
                .toList();
        for (var job : starts) {
            var key = job.request().targets().keys().getFirst();
            var entry = here.table().subscription(key);
            if (!isFor(job, entry) && here.table().problem(key).isEmpty()) {
                log.info("job {} is cancelled, because {} was deleted, or is not open any more", job.id(), key);
                here.log().put(job.id(), JobWish.CANCEL);
            }
        }
    }

    static boolean isFor(Job job, Optional<SubscriptionEntry> entry) {
        return entry.filter(each -> StartPlaces.job(each.uid()).equals(job.id()))
                .filter(each -> each.provisioning().start() == StartState.OPEN)
                .isPresent();
    }

    private static boolean isBefore(Job job, Instant time) {
        return job.request().created().isBefore(time);
    }

    /** The offsets up to which matching has committed, by partition. Asks the brokers when the first one is wanted. */
    private static final class Matched {
        private final Surroundings here;
        private final Map<String, Long> known = new HashMap<>();
        private boolean asked;

        Matched(Surroundings here) {
            this.here = here;
        }

        long of(String partition) {
            if (!asked) {
                new ConsumerGroup(here.events(), here.topics().matchingGroup())
                        .committed()
                        .forEach((each, offset) -> known.put(each.toString(), offset));
                asked = true;
            }
            var committed = known.get(partition);
            if (committed != null) {
                return committed;
            }
            return exists(partition) ? 0 : Long.MAX_VALUE;
        }

        private boolean exists(String partition) {
            var kafkaTopic = partition.substring(0, partition.lastIndexOf('-'));
            return here.events().partitions(List.of(kafkaTopic)).stream()
                    .anyMatch(each -> each.toString().equals(partition));
        }
    }
}
