package io.tidings.ingest.publish;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which Event Grid topics have a Kafka topic of their own, as known a few seconds ago. */
public final class DedicatedTopics implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DedicatedTopics.class);
    private static final int SECONDS = 10;

    private final Admin admin;
    private final Topics topics;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("dedicated-topics").daemon().factory());
    private volatile Set<String> names = Set.of();

    private DedicatedTopics(Admin admin, Topics topics) {
        this.admin = admin;
        this.topics = topics;
    }

    /** Knows them from the start, and looks again every few seconds; the admin client is closed with it. */
    public static DedicatedTopics follow(Admin admin, Topics topics) {
        var dedicated = new DedicatedTopics(admin, topics);
        dedicated.names = dedicated.list();
        var _ = dedicated.clock.scheduleWithFixedDelay(dedicated::refresh, SECONDS, SECONDS, TimeUnit.SECONDS);
        return dedicated;
    }

    public boolean exists(String kafkaTopic) {
        return names.contains(kafkaTopic);
    }

    private void refresh() {
        try {
            names = list();
        } catch (KafkaException e) {
            log.debug("cannot look for dedicated topics now, what was known stays", e);
        }
    }

    private Set<String> list() {
        return KafkaFutures.await(admin.listTopics().names(), "listing topics").stream()
                .filter(name -> topics.dedicatedTo(name).isPresent())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void close() {
        clock.shutdownNow();
        admin.close();
    }
}
