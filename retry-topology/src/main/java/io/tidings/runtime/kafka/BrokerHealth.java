package io.tidings.runtime.kafka;

import io.tidings.runtime.IntervalTimer;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether brokers answer, asked all the time: who has nothing to do does not notice otherwise that they are gone, and
 * would call itself ready. Safe for use by many threads.
 */
public final class BrokerHealth implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BrokerHealth.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final int ANSWER_MILLIS = 4_000;

    /** Longer than one question may take: a broker that is replaced in time is not missed. */
    private static final Duration PATIENCE = Duration.ofSeconds(7);

    private final Admin admin;
    private final IntervalTimer timer = new IntervalTimer("broker-contact");
    private volatile long answered = System.nanoTime();
    /** Since when no answer was missed; before the first question that counts as all the time. */
    private volatile @Nullable Long unbrokenSince;

    private boolean missed;

    private BrokerHealth(Admin admin) {
        this.admin = admin;
    }

    /** Asks from now on; what comes before counts as answered. */
    public static BrokerHealth keep(KafkaClients clients) {
        var brokers = new BrokerHealth(clients.admin());
        brokers.timer.every(INTERVAL, brokers::ask);
        return brokers;
    }

    /**
     * Returns when a broker answers, which may be started after the program, or be away for a while.
     *
     * @throws KafkaException when it answers that it will not, or when the thread is interrupted
     */
    public static void awaitFirst(KafkaClients clients) {
        try (var admin = clients.admin()) {
            while (!answers(admin)) {
                log.warn(
                        "no Kafka broker responds at {}: start it, or correct bootstrap.servers; the program keeps "
                                + "trying",
                        clients.bootstrapServers());
            }
        }
    }

    private static boolean answers(Admin admin) {
        try {
            var options = new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS);
            KafkaFutures.await(admin.describeCluster(options).clusterId(), "asking whether a broker is there");
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Whether one has answered lately. */
    public boolean there() {
        return System.nanoTime() - answered < PATIENCE.toNanos();
    }

    /** Whether they have answered without a break for so long, as far as it is known: a start counts as no break. */
    public boolean answeredFor(Duration lately) {
        var since = unbrokenSince;
        return there() && (since == null || System.nanoTime() - since >= lately.toNanos());
    }

    /** Confined to the timer. */
    private void ask() {
        try {
            var options = new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS);
            KafkaFutures.await(admin.describeCluster(options).clusterId(), "asking whether a broker is there");
            if (!there()) {
                unbrokenSince = System.nanoTime();
            }
            answered = System.nanoTime();
            if (missed) {
                log.info("a broker responds again");
                missed = false;
            }
        } catch (KafkaException e) {
            if (!missed && !there()) {
                log.warn("no broker responds: not ready until one does; check the brokers and the network to them", e);
                missed = true;
            }
        }
    }

    @Override
    public void close() {
        timer.close();
        admin.close(Duration.ZERO);
    }
}
