package io.tidings.export.redrive;

import io.tidings.contract.Topics;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.export.selection.EarlierRedrive;
import io.tidings.export.selection.RatePacer;
import io.tidings.export.selection.RedriveCandidate;
import io.tidings.export.selection.RedriveCount;
import io.tidings.export.selection.RedriveDecision;
import io.tidings.export.selection.RedriveFilter;
import io.tidings.runtime.kafka.KafkaClients;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Makes deliveries of the dead letters of one subscription that exist when it starts. Events that are given up again
 * later are after the ranges that it reads.
 */
final class Redrive {
    private static final int MOST_IN_TRANSACTION = 500;
    private static final Duration LONGEST_TRANSACTION = Duration.ofMillis(500);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final Topics topics;
    private final RedriveRequest request;
    private final PrintStream out;
    private final CountDownLatch stop;
    private final InstantSource clock;
    private final byte[] key;
    private final DeliveryReader reader = new DeliveryReader();

    /** @param stop counted down to end the redrive early */
    Redrive(
            KafkaClients clients,
            Topics topics,
            RedriveRequest request,
            PrintStream out,
            CountDownLatch stop,
            InstantSource clock) {
        this.clients = clients;
        this.topics = topics;
        this.request = request;
        this.out = out;
        this.stop = stop;
        this.clock = clock;
        this.key = request.subscription().bytes();
    }

    /**
     * @return false if it was stopped
     * @throws CannotRedrive if there is no subscription, or another redrive replaces this one
     */
    boolean run() {
        var now = clock.instant();
        var pastRedrives = new PastRedrives(topics, request.subscription());
        try (var log = DeadLetterReader.open(clients, pastRedrives.group(now))) {
            var ranges = log.ranges(topics, request.from());
            var subscription = SubscriptionInForce.of(request.subscription(), clients, topics, now)
                    .entry();
            var selection = request.selection(subscription.uid());
            if (request.dryRun()) {
                count(log, ranges, new RedriveFilter(selection, earlier(pastRedrives, ranges)));
                out.println("dry run: nothing was written");
                return true;
            }
            // Opened before the earlier redrives are read: the open transaction of a killed one must not count later.
            try (var producer = RedriveProducer.open(clients, pastRedrives.transactionalId(), log.group(), selection)) {
                var earlier = earlier(pastRedrives, ranges);
                long all = count(log, ranges, new RedriveFilter(selection, earlier))
                        .taken();
                return new Drive(producer, new RedriveFilter(selection, earlier), subscription, all).run(log, ranges);
            } catch (ProducerFencedException | InvalidProducerEpochException e) {
                throw new CannotRedrive("another redrive of " + request.subscription()
                        + " has started and continues with the rest, or this one was delayed: run one of them");
            }
        }
    }

    private List<EarlierRedrive> earlier(PastRedrives pastRedrives, List<OffsetRange> ranges) {
        if (ranges.isEmpty()) {
            return List.of();
        }
        try (var admin = clients.admin()) {
            var earlier = new ArrayList<EarlierRedrive>(pastRedrives.past(
                    admin, ranges.stream().map(OffsetRange::partition).toList()));
            earlier.addAll(PastJobs.read(clients, admin, topics).redrivesOf(request.subscription()));
            return earlier;
        }
    }

    private RedriveCount count(DeadLetterReader log, List<OffsetRange> ranges, RedriveFilter filter) {
        var count = new RedriveCount();
        for (var range : ranges) {
            log.read(range, record -> {
                count(record, filter, count);
                return stop.getCount() > 0;
            });
        }
        out.println(request.subscription() + " has " + count.taken() + " dead letters to redrive");
        count.lines().forEach(out::println);
        return count;
    }

    private void count(ConsumerRecord<byte[], byte[]> record, RedriveFilter filter, RedriveCount count) {
        filter.observe(record.partition(), Instant.ofEpochMilli(record.timestamp()));
        if (Arrays.equals(record.key(), key)) {
            letter(record)
                    .ifPresentOrElse(
                            candidate -> count.count(candidate, filter.decide(candidate)), count::countUnreadable);
        }
    }

    private Optional<RedriveCandidate> letter(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null
                ? Optional.empty()
                : RedriveCandidate.read(
                        record.partition(),
                        record.offset(),
                        Instant.ofEpochMilli(record.timestamp()),
                        record.headers(),
                        reader);
    }

    /** The second pass over the log, which writes. Confined to one thread. */
    private final class Drive {
        private final RedriveProducer producer;
        private final RedriveFilter filter;
        private final SubscriptionEntry subscription;
        private final long all;
        private final RatePacer pace = new RatePacer(request.rate(), System.nanoTime());
        private long done;
        private long committed = System.nanoTime();
        private long reported = System.nanoTime();

        Drive(RedriveProducer producer, RedriveFilter filter, SubscriptionEntry subscription, long all) {
            this.producer = producer;
            this.filter = filter;
            this.subscription = subscription;
            this.all = all;
        }

        boolean run(DeadLetterReader log, List<OffsetRange> ranges) {
            for (var range : ranges) {
                if (!log.read(range, this::take)) {
                    commit();
                    out.println(
                            "stopped: redriven " + done + " of " + all + "; the same command continues with the rest");
                    return false;
                }
                producer.passed(range.partition(), range.end());
            }
            commit();
            out.println("done: redriven " + done + " of " + all);
            return true;
        }

        private boolean take(ConsumerRecord<byte[], byte[]> record) {
            filter.observe(record.partition(), Instant.ofEpochMilli(record.timestamp()));
            if (Arrays.equals(record.key(), key)) {
                var letter = letter(record);
                if (letter.isPresent() && filter.decide(letter.get()) instanceof RedriveDecision.Taken) {
                    if (!waited()) {
                        return false;
                    }
                    send(letter.get(), record.value());
                }
            }
            producer.passed(DeadLetterReader.partition(record), record.offset() + 1);
            if (producer.begun() > 0 && full()) {
                commit();
            }
            return stop.getCount() > 0;
        }

        private boolean waited() {
            var wait = pace.waitBeforeNext(System.nanoTime());
            if (producer.begun() > 0 && wait.compareTo(LONGEST_TRANSACTION) > 0) {
                commit();
            }
            try {
                return !stop.await(pace.waitBeforeNext(System.nanoTime()).toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private boolean full() {
            return producer.begun() >= MOST_IN_TRANSACTION
                    || System.nanoTime() - committed > LONGEST_TRANSACTION.toNanos();
        }

        private void send(RedriveCandidate candidate, byte[] record) {
            var now = clock.instant();
            var delivery = candidate.delivery().redriven(subscription.uid(), subscription.offset() + 1, now);
            try {
                var event = delivery.event();
                producer.send(
                        new ProducerRecord<>(
                                topics.deliveries(),
                                null,
                                key,
                                DeadLetterRecord.event(event.schema(), record),
                                List.of(DeliveryHeaders.write(delivery, now))),
                        subscription.subscription().lane(event.id()));
                done++;
            } catch (IOException e) {
                out.println("left: dead letter at offset " + candidate.offset() + " of partition "
                        + candidate.partition() + " holds no event, " + e.getMessage());
            }
            pace.passed(System.nanoTime());
        }

        private void commit() {
            producer.commit();
            committed = System.nanoTime();
            if (committed - reported > BETWEEN_REPORTS.toNanos()) {
                reported = committed;
                out.println("redriven " + done + " of " + all);
            }
        }
    }
}
