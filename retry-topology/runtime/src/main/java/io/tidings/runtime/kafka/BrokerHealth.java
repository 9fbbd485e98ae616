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
 * Checks all the time whether brokers respond: an idle program would not notice that they are gone, and would stay
 * ready. Thread-safe.
 */
public final class BrokerHealth implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BrokerHealth.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final int RESPONSE_MILLIS = 4_000;

    /** Longer than one request may take, so that a broker that is replaced in time causes no alarm. */
    private static final Duration PATIENCE = Duration.ofSeconds(7);

    private final Admin admin;
    private final IntervalTimer timer = new IntervalTimer("broker-contact");
    private volatile long lastResponse = System.nanoTime();
    /** The start of the unbroken contact; null, which counts as long ago, before the first failure. */
    private volatile @Nullable Long unbrokenSince;

    private boolean missed;

    private BrokerHealth(Admin admin) {
        this.admin = admin;
    }

    /** Starts the checks; until the first one the brokers count as present. */
    public static BrokerHealth keep(KafkaClients clients) {
        var brokers = new BrokerHealth(clients.admin());
        brokers.timer.every(INTERVAL, brokers::ask);
        return brokers;
    }

    /**
     * Blocks until a broker responds, which may be started after the program.
     *
     * @throws KafkaException if the broker refuses, or the thread is interrupted
     */
    public static void awaitFirst(KafkaClients clients) {
        try (var admin = clients.admin()) {
            while (!responds(admin)) {
                log.warn(
                        "no Kafka broker responds at {}: start it, or correct bootstrap.servers; the program keeps "
                                + "trying",
                        clients.bootstrapServers());
            }
        }
    }

    private static boolean responds(Admin admin) {
        try {
            var options = new DescribeClusterOptions().timeoutMs(RESPONSE_MILLIS);
            KafkaFutures.await(admin.describeCluster(options).clusterId(), "asking whether a broker is there");
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Returns whether a broker has responded lately. */
    public boolean there() {
        return System.nanoTime() - lastResponse < PATIENCE.toNanos();
    }

    /** Returns whether the brokers have responded without a break for so long; a start counts as no break. */
    public boolean respondedFor(Duration lately) {
        var since = unbrokenSince;
        return there() && (since == null || System.nanoTime() - since >= lately.toNanos());
    }

    /** Confined to the timer. */
    private void ask() {
        try {
            var options = new DescribeClusterOptions().timeoutMs(RESPONSE_MILLIS);
            KafkaFutures.await(admin.describeCluster(options).clusterId(), "asking whether a broker is there");
            if (!there()) {
                unbrokenSince = System.nanoTime();
            }
            lastResponse = System.nanoTime();
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
