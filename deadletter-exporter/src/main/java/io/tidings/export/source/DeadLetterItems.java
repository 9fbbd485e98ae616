package io.tidings.export.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.export.selection.EarlierRedrive;
import io.tidings.export.selection.JobRedrive;
import io.tidings.export.selection.LetterFilter;
import io.tidings.export.selection.LetterSelection;
import io.tidings.export.selection.RedriveCandidate;
import io.tidings.export.selection.RedriveDecision;
import io.tidings.export.source.JobItem.Finding;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.RangeReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The dead letters of the topic. A pass begins at the beginning of the range, because the filter must see each record to
 * recognise copies.
 */
final class DeadLetterItems implements JobItems {
    static final String UNREADABLE = "Unreadable";

    private final RangeReader log;
    private final Job job;
    private final TargetsInForce targets;
    private final LetterFilter filter;
    private final TimesBroughtBack broughtBack;
    private final String deliveries;
    /** As the keys of records. */
    private final Set<String> keys;

    private final DeliveryReader reader = new DeliveryReader();

    private DeadLetterItems(
            RangeReader log,
            Job job,
            TargetsInForce targets,
            LetterFilter filter,
            TimesBroughtBack broughtBack,
            String deliveries) {
        this.log = log;
        this.job = job;
        this.targets = targets;
        this.filter = filter;
        this.broughtBack = broughtBack;
        this.deliveries = deliveries;
        this.keys = job.request().targets().keys().stream()
                .map(SubscriptionKey::toString)
                .collect(Collectors.toUnmodifiableSet());
    }

    static DeadLetterItems open(
            KafkaClients clients,
            Topics topics,
            Job job,
            TargetsInForce targets,
            Collection<Job> past,
            TimesBroughtBack broughtBack) {
        var request = job.request();
        var ranges = AppendedRecords.of(
                        clients, List.of(topics.deadLetters()), request.select().from(), null)
                .orElseThrow(() -> new CannotRedrive("there is no Kafka topic " + topics.deadLetters()));
        var selection = new LetterSelection(request.select(), targets.uids(), request.force());
        var earlier = earlier(clients, topics, targets, past, ranges);
        return new DeadLetterItems(
                AppendedRecords.reader(clients, ranges),
                job,
                targets,
                new LetterFilter(selection, job.id(), earlier),
                broughtBack,
                topics.deliveries());
    }

    static Map<SubscriptionKey, List<EarlierRedrive>> earlier(
            KafkaClients clients,
            Topics topics,
            TargetsInForce targets,
            Collection<Job> past,
            List<OffsetRange> ranges) {
        var earlier = new HashMap<SubscriptionKey, List<EarlierRedrive>>();
        targets.entries().keySet().forEach(key -> earlier.put(key, new ArrayList<>()));
        if (!ranges.isEmpty()) {
            var partitions = ranges.stream().map(OffsetRange::partition).toList();
            try (var admin = clients.admin()) {
                var groups = CommandRedrives.groups(admin);
                earlier.forEach((key, redrives) ->
                        redrives.addAll(new CommandRedrives(topics, key).past(admin, groups, partitions)));
            }
        }
        for (var each : past) {
            JobRedrive.of(each, topics.deadLetters())
                    .ifPresent(redrive -> earlier.forEach((key, redrives) -> {
                        if (each.request().targets().contains(key)) {
                            redrives.add(redrive);
                        }
                    }));
        }
        return earlier;
    }

    @Override
    public boolean finished() {
        return log.finished();
    }

    @Override
    public List<JobItem> poll(Duration patience) {
        return log.poll(patience).stream()
                .map(record ->
                        new JobItem(record.topic() + "-" + record.partition(), record.offset() + 1, finding(record)))
                .toList();
    }

    private Finding finding(ConsumerRecord<byte[], byte[]> record) {
        var appended = Instant.ofEpochMilli(record.timestamp());
        filter.observe(record.partition(), appended);
        if (record.key() == null || !keys.contains(new String(record.key(), UTF_8))) {
            return new Finding.NotAsked();
        }
        var value = record.value();
        var candidate = RedriveCandidate.read(record.partition(), record.offset(), appended, record.headers(), reader);
        if (value == null || candidate.isEmpty()) {
            return new Finding.Skipped(UNREADABLE);
        }
        return switch (filter.decide(candidate.get())) {
            case RedriveDecision.NotSelected() -> new Finding.NotAsked();
            case RedriveDecision.Skipped(var why) -> new Finding.Skipped(why.wireName());
            case RedriveDecision.Taken(int times) ->
                selected(candidate.get(), value, broughtBack.of(candidate.get(), times));
        };
    }

    private Finding selected(RedriveCandidate candidate, byte[] value, int times) {
        var letter = candidate.delivery();
        var key = letter.subscription();
        var subscription = targets.entries().get(key);
        if (broughtBack.tooOften(times)) {
            return new Finding.Skipped(RedriveDecision.SkipReason.BROUGHT_BACK_THREE_TIMES.wireName());
        }
        if (subscription == null) {
            throw new IllegalStateException("selected for " + key + ", to which nothing can be delivered");
        }
        try {
            var event = DeadLetterRecord.event(letter.event().schema(), value);
            var example = new JobExample(
                    job.request().targets().named(key),
                    letter.event().id(),
                    letter.event().source().toString(),
                    candidate.since(),
                    candidate.reason(),
                    candidate.lastStatus());
            // A subscription that was created anew may have lost its order.
            var order = subscription.subscription().extensions().orderBy() == null ? null : letter.order();
            int lane = subscription
                    .subscription()
                    .lane(order == null ? letter.event().id() : order.key());
            return new Finding.Selected(key, example, lane, now -> {
                var delivery = new Delivery(
                                key, subscription.uid(), letter.event(), subscription.offset() + 1, RetryState.START)
                        .ordered(order)
                        .broughtBack(new Redriven(times + 1, now, job.id(), letter.firstPublished()));
                return new ProducerRecord<>(
                        deliveries, null, key.bytes(), event, List.of(DeliveryHeaders.write(delivery, now)));
            });
        } catch (IOException e) {
            return new Finding.Skipped(UNREADABLE);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
