package io.tidings.ingest.publish;

import io.tidings.contract.Topics;
import io.tidings.runtime.IntervalTimer;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Event Grid topics that have a Kafka topic of their own, as of a few seconds ago. */
public final class DedicatedTopics implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DedicatedTopics.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Admin admin;
    private final Topics topics;
    private final IntervalTimer timer = new IntervalTimer("dedicated-topics");
    private volatile Set<String> names = Set.of();

    private DedicatedTopics(Admin admin, Topics topics) {
        this.admin = admin;
        this.topics = topics;
    }

    /** Reads the topics before it returns, and then every few seconds. */
    public static DedicatedTopics follow(Admin admin, Topics topics) {
        var dedicated = new DedicatedTopics(admin, topics);
        dedicated.names = dedicated.list();
        dedicated.timer.every(INTERVAL, dedicated::refresh);
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
        timer.close();
    }
}
