package io.tidings.ingest.reconcile;

import static java.util.Map.entry;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.Session;
import io.tidings.runtime.session.SessionLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs the tables, pauses what is gone, leads starts in the past, ends subscriptions of agents, runs the handshakes with
 * endpoints and publishes system events, on one instance at a time (B-SUB-2, B-SUB-3, B-GONE, B-START, B-MCP-2, decision
 * 10).
 *
 * <p>The instance that owns the only partition of the subscriptions table in this group does the work. Every instance
 * knows the open work from its own table, so this consumer fetches nothing.
 */
public final class SubscriptionReconciler implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SubscriptionReconciler.class);
    /** While work is open, because responses and times of handshakes do not end a poll. */
    private static final Duration POLL = Duration.ofMillis(100);

    /** A change of the tables and a stop end the poll. */
    private static final Duration IDLE = Duration.ofSeconds(1);

    private static final Duration TO_LEAVE = Duration.ofSeconds(1);

    private final TableRepair repair;
    private final GonePauses pauses;
    private final Runnable starts;
    private final Runnable agents;
    private final ValidationScheduler scheduler;
    private final Runnable announcer;
    private final SessionLoop memberships;
    private volatile Runnable wakeUp = () -> {};

    /**
     * @param starts leads subscriptions that start in the past
     * @param agents ends subscriptions of agents
     * @param announcer of system events, which the owner runs after its own work
     */
    public SubscriptionReconciler(
            KafkaClients clients,
            Topics topics,
            TableRepair repair,
            GonePauses pauses,
            Runnable starts,
            Runnable agents,
            ValidationScheduler scheduler,
            Runnable announcer,
            MeterRegistry registry) {
        this.repair = repair;
        this.pauses = pauses;
        this.starts = starts;
        this.agents = agents;
        this.scheduler = scheduler;
        this.announcer = announcer;
        memberships = SessionLoop.start(
                new SessionLoop.Owner("subscription-owner", "a member of " + group(topics)),
                () -> new Membership(clients, topics),
                _ -> true,
                new RecoveryPolicy(),
                registry);
    }

    /** Returns the group that every instance is a member of. */
    public static String group(Topics topics) {
        return topics.prefix() + "owner";
    }

    /** Called when a table has changed, on any thread. */
    public void wakeUp() {
        wakeUp.run();
    }

    /** Completes with the cause if the work can no longer be done, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return memberships.ended();
    }

    /** From joining the group to the loss of its consumer. */
    private final class Membership implements Session, ConsumerRebalanceListener {
        private final Consumer<byte[], byte[]> consumer;
        private final String kafkaTopic;
        private volatile boolean stopped;

        Membership(KafkaClients clients, Topics topics) {
            kafkaTopic = topics.subscriptions();
            consumer = clients.consumer(Map.ofEntries(
                    entry("group.id", group(topics)),
                    entry("group.protocol", "classic"),
                    entry("enable.auto.commit", false),
                    entry("auto.offset.reset", "latest"),
                    entry("session.timeout.ms", 10_000),
                    entry("heartbeat.interval.ms", 3_000),
                    entry("retry.backoff.ms", KafkaClients.RETRY_BACKOFF_MILLIS)));
            wakeUp = consumer::wakeup;
        }

        @Override
        public void run() {
            scheduler.forget();
            consumer.subscribe(List.of(kafkaTopic), this);
            while (!stopped) {
                poll();
                if (consumer.assignment().isEmpty()) {
                    scheduler.forget();
                } else {
                    advance();
                    attempt(starts, "a subscription does not start in the past yet");
                    attempt(agents, "a subscription of an agent could not be ended");
                    attempt(announcer, "system events could not be published");
                }
            }
        }

        private void poll() {
            boolean idle = consumer.assignment().isEmpty() || (repair.idle() && scheduler.idle());
            try {
                consumer.poll(idle ? IDLE : POLL);
            } catch (WakeupException e) {
                return; // there may be something to do
            }
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            consumer.pause(assigned);
            consumer.wakeup(); // the work begins now
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {}

        @Override
        public boolean ready() {
            return !stopped;
        }

        @Override
        public void stop() {
            stopped = true;
            consumer.wakeup();
        }

        /** Without a limit it would wait for a rebalance that other members may have begun. */
        @Override
        public void close() {
            consumer.close(CloseOptions.timeout(stopped ? TO_LEAVE : Duration.ZERO));
        }
    }

    private void advance() {
        try {
            repair.advance();
            pauses.advance();
            scheduler.advance();
        } catch (RetriableException e) {
            log.warn("the state of a subscription could not be written; writing is tried again: {}", e.getMessage());
        }
    }

    /** A failure, such as a missing right, must keep neither the other work nor the validation of endpoints. */
    private static void attempt(Runnable work, String failure) {
        try {
            work.run();
        } catch (KafkaException e) {
            log.warn("{}, which is tried again: {}", failure, e.getMessage());
        }
    }

    @Override
    public void close() {
        memberships.close();
    }
}
