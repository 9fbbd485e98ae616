package io.tidings.export.source;

import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobExample;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.export.selection.EarlierRedrive;
import io.tidings.export.selection.JobRedrive;
import io.tidings.export.selection.LetterFilter;
import io.tidings.export.selection.RedriveCandidate;
import io.tidings.export.selection.RedriveDecision;
import io.tidings.export.source.JobItem.Finding;
import io.tidings.runtime.kafka.KafkaClients;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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
    private final SubscriptionEntry subscription;
    private final LetterFilter filter;
    private final String deliveries;
    private final byte[] key;
    private final DeliveryReader reader = new DeliveryReader();

    private DeadLetterItems(
            RangeReader log, Job job, SubscriptionEntry subscription, LetterFilter filter, String deliveries) {
        this.log = log;
        this.job = job;
        this.subscription = subscription;
        this.filter = filter;
        this.deliveries = deliveries;
        this.key = job.request().subscription().bytes();
    }

    static DeadLetterItems open(
            KafkaClients clients, Topics topics, Job job, SubscriptionEntry subscription, Collection<Job> past) {
        var request = job.request();
        var log = RangeReader.open(clients);
        try {
            var partitions = OffsetRange.partitions(log.consumer(), topics.deadLetters());
            if (partitions.isEmpty()) {
                throw new CannotRedrive("there is no Kafka topic " + topics.deadLetters());
            }
            var ranges =
                    OffsetRange.of(log.consumer(), partitions, request.select().from(), null);
            log.begin(ranges);
            var earlier = earlier(clients, topics, job, past, ranges);
            var filter = new LetterFilter(request.select(), subscription.uid(), request.force(), job.id(), earlier);
            return new DeadLetterItems(log, job, subscription, filter, topics.deliveries());
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    private static List<EarlierRedrive> earlier(
            KafkaClients clients, Topics topics, Job job, Collection<Job> past, List<OffsetRange> ranges) {
        var subscription = job.request().subscription();
        var earlier = new ArrayList<EarlierRedrive>();
        if (!ranges.isEmpty()) {
            try (var admin = clients.admin()) {
                earlier.addAll(new CommandRedrives(topics, subscription)
                        .past(admin, ranges.stream().map(OffsetRange::partition).toList()));
            }
        }
        past.stream()
                .filter(each -> each.request().subscription().equals(subscription))
                .map(each -> JobRedrive.of(each, topics.deadLetters()))
                .flatMap(Optional::stream)
                .forEach(earlier::add);
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
        if (!Arrays.equals(record.key(), key)) {
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
            case RedriveDecision.Taken(int times) -> selected(candidate.get(), value, times);
        };
    }

    private Finding selected(RedriveCandidate candidate, byte[] value, int times) {
        var letter = candidate.delivery();
        try {
            var event = DeadLetterRecord.event(letter.event().schema(), value);
            var example = new JobExample(
                    letter.event().id(),
                    letter.event().source().toString(),
                    candidate.since(),
                    candidate.reason(),
                    candidate.lastStatus());
            int lane = subscription.subscription().lane(letter.event().id());
            return new Finding.Selected(example, lane, now -> {
                var delivery = new Delivery(
                                letter.subscription(),
                                subscription.uid(),
                                letter.event(),
                                subscription.offset() + 1,
                                RetryState.START)
                        .broughtBack(new Redriven(times + 1, now, job.id(), letter.firstPublished()));
                return new ProducerRecord<>(
                        deliveries, null, key, event, List.of(DeliveryHeaders.write(delivery, now)));
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
