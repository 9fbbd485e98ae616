package io.tidings.export.redrive;

import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeadLetterRecord;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.DeliveryReader;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.export.redrive.choice.EarlierRedrive;
import io.tidings.export.redrive.choice.Fate;
import io.tidings.export.redrive.choice.GivenUp;
import io.tidings.export.redrive.choice.Pace;
import io.tidings.export.redrive.choice.Sieve;
import io.tidings.export.redrive.choice.Tally;
import io.tidings.runtime.kafka.KafkaClients;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
 * Makes deliveries of the dead letters of one subscription, from when it starts: what is given up again later lies
 * behind the stretches that it reads.
 */
final class Redrive {
    private static final int MOST_IN_TRANSACTION = 500;
    private static final Duration LONGEST_TRANSACTION = Duration.ofMillis(500);
    private static final Duration NEXT_TELLING = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final Topics topics;
    private final RedriveOrder order;
    private final PrintStream out;
    private final CountDownLatch stop;
    private final InstantSource clock;
    private final byte[] key;
    private final DeliveryReader reader = new DeliveryReader();

    /** @param stop is counted down when it shall end early */
    Redrive(
            KafkaClients clients,
            Topics topics,
            RedriveOrder order,
            PrintStream out,
            CountDownLatch stop,
            InstantSource clock) {
        this.clients = clients;
        this.topics = topics;
        this.order = order;
        this.out = out;
        this.stop = stop;
        this.clock = clock;
        this.key = order.subscription().bytes();
    }

    /**
     * Returns when all is brought back, or when it was stopped.
     *
     * @return false when it was stopped
     * @throws CannotRedrive when there is nothing to deliver to, or another redrive takes its place
     */
    boolean run() {
        var now = clock.instant();
        var redrives = new Redrives(topics, order.subscription());
        try (var log = DeadLetterReader.open(clients, redrives.group(now))) {
            var stretches = log.ranges(topics, order.from());
            var subscription = SubscriptionInForce.of(order.subscription(), clients, topics, now);
            var selection = order.selection(subscription.uid());
            if (order.dryRun()) {
                count(log, stretches, new Sieve(selection, earlier(redrives, stretches)));
                out.println("dry run: nothing was written");
                return true;
            }
            // Before the others are asked for: what a killed one has left open must not count later.
            try (var outbox = RedriveOutbox.open(clients, redrives.transactionalId(), log.group(), selection)) {
                var earlier = earlier(redrives, stretches);
                long all = count(log, stretches, new Sieve(selection, earlier)).taken();
                return new Drive(outbox, new Sieve(selection, earlier), subscription, all).run(log, stretches);
            } catch (ProducerFencedException | InvalidProducerEpochException e) {
                throw new CannotRedrive("another redrive of " + order.subscription()
                        + " has begun and goes on with what is left, or this one was held up: run one of them");
            }
        }
    }

    private List<EarlierRedrive> earlier(Redrives redrives, List<DeadLetterStretch> stretches) {
        if (stretches.isEmpty()) {
            return List.of();
        }
        try (var admin = clients.admin()) {
            return redrives.past(
                    admin, stretches.stream().map(DeadLetterStretch::partition).toList());
        }
    }

    private Tally count(DeadLetterReader log, List<DeadLetterStretch> stretches, Sieve sieve) {
        var tally = new Tally();
        for (var stretch : stretches) {
            log.read(stretch, record -> {
                count(record, sieve, tally);
                return stop.getCount() > 0;
            });
        }
        out.println(order.subscription() + " has " + tally.taken() + " dead letters to redrive");
        tally.lines().forEach(out::println);
        return tally;
    }

    private void count(ConsumerRecord<byte[], byte[]> record, Sieve sieve, Tally tally) {
        sieve.observe(record.partition(), Instant.ofEpochMilli(record.timestamp()));
        if (Arrays.equals(record.key(), key)) {
            letter(record).ifPresentOrElse(letter -> tally.count(letter, sieve.decide(letter)), tally::countUnreadable);
        }
    }

    private Optional<GivenUp> letter(ConsumerRecord<byte[], byte[]> record) {
        return record.value() == null
                ? Optional.empty()
                : GivenUp.read(
                        record.partition(),
                        record.offset(),
                        Instant.ofEpochMilli(record.timestamp()),
                        record.headers(),
                        reader);
    }

    /** The second reading of the log, which writes. Confined to one thread. */
    private final class Drive {
        private final RedriveOutbox outbox;
        private final Sieve sieve;
        private final SubscriptionEntry subscription;
        private final long all;
        private final Pace pace = new Pace(order.rate(), System.nanoTime());
        private long done;
        private long committed = System.nanoTime();
        private long told = System.nanoTime();

        Drive(RedriveOutbox outbox, Sieve sieve, SubscriptionEntry subscription, long all) {
            this.outbox = outbox;
            this.sieve = sieve;
            this.subscription = subscription;
            this.all = all;
        }

        boolean run(DeadLetterReader log, List<DeadLetterStretch> stretches) {
            for (var stretch : stretches) {
                if (!log.read(stretch, this::take)) {
                    commit();
                    out.println("stopped: redriven " + done + " of " + all
                            + "; the same command goes on with what is left");
                    return false;
                }
                outbox.passed(stretch.partition(), stretch.end());
            }
            commit();
            out.println("done: redriven " + done + " of " + all);
            return true;
        }

        private boolean take(ConsumerRecord<byte[], byte[]> record) {
            sieve.observe(record.partition(), Instant.ofEpochMilli(record.timestamp()));
            if (Arrays.equals(record.key(), key)) {
                var letter = letter(record);
                if (letter.isPresent() && sieve.decide(letter.get()) instanceof Fate.Taken) {
                    if (!waited()) {
                        return false;
                    }
                    send(letter.get(), record.value());
                }
            }
            outbox.passed(DeadLetterReader.partition(record), record.offset() + 1);
            if (outbox.begun() > 0 && full()) {
                commit();
            }
            return stop.getCount() > 0;
        }

        /** False when it was stopped meanwhile. */
        private boolean waited() {
            var wait = pace.waitBeforeNext(System.nanoTime());
            if (outbox.begun() > 0 && wait.compareTo(LONGEST_TRANSACTION) > 0) {
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
            return outbox.begun() >= MOST_IN_TRANSACTION
                    || System.nanoTime() - committed > LONGEST_TRANSACTION.toNanos();
        }

        private void send(GivenUp letter, byte[] record) {
            var now = clock.instant();
            var delivery = letter.delivery().redriven(subscription.uid(), subscription.offset() + 1, now);
            try {
                outbox.send(new ProducerRecord<>(
                        topics.deliveries(),
                        null,
                        key,
                        DeadLetterRecord.event(delivery.event().schema(), record),
                        List.of(DeliveryHeaders.write(delivery, now))));
                done++;
            } catch (IOException e) {
                out.println("left: dead letter at offset " + letter.offset() + " of partition " + letter.partition()
                        + " holds no event, " + e.getMessage());
            }
            pace.passed(System.nanoTime());
        }

        private void commit() {
            outbox.commit();
            committed = System.nanoTime();
            if (committed - told > NEXT_TELLING.toNanos()) {
                told = committed;
                out.println("redriven " + done + " of " + all);
            }
        }
    }
}
