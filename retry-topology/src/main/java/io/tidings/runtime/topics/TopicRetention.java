package io.tidings.runtime.topics;

import static java.util.stream.Collectors.joining;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** How long the topics that hold events keep them, as they are configured at the moment. */
public final class TopicRetention {
    private static final long UNLIMITED = -1;

    private final KafkaClients clients;
    private final Topics topics;

    public TopicRetention(KafkaClients clients, Topics topics) {
        this.clients = clients;
        this.topics = topics;
    }

    /**
     * Returns what must be changed before events may live so long; empty if every topic keeps them.
     *
     * @throws org.apache.kafka.common.KafkaException if the brokers do not respond
     */
    public Optional<String> tooShortFor(Duration timeToLive) {
        return TopicPlan.checkedAtStart(timeToLive) ? Optional.empty() : tooShortFor(timeToLive, configured());
    }

    static Optional<String> tooShortFor(Duration timeToLive, Map<String, Long> configured) {
        long needed = TopicPlan.neededFor(timeToLive, TopicProvisioner.DEAD_LETTER_DELAY)
                .toMillis();
        var lacking = new TreeMap<String, Long>();
        configured.forEach((topic, retention) -> {
            if (retention != UNLIMITED && retention < needed) {
                lacking.put(topic, retention);
            }
        });
        return lacking.isEmpty() ? Optional.empty() : Optional.of(sentence(lacking, needed));
    }

    private static String sentence(Map<String, Long> lacking, long needed) {
        return "is too long for the retention of topics: with the delay of dead letters and a day to spare it needs "
                + TopicConfig.RETENTION_MS_CONFIG + "=" + needed + ", but "
                + lacking.entrySet().stream()
                        .map(each -> each.getKey() + " has " + each.getValue())
                        .collect(joining(", "))
                + "; for each of them: kafka-configs --alter --entity-type topics --entity-name TOPIC --add-config "
                + TopicConfig.RETENTION_MS_CONFIG + "=" + needed;
    }

    private Map<String, Long> configured() {
        var resources = TopicPlan.of(topics, 1, TopicProvisioner.DEAD_LETTER_DELAY).stream()
                .filter(plan -> !plan.neededRetention().isZero())
                .map(plan -> new ConfigResource(ConfigResource.Type.TOPIC, plan.name()))
                .toList();
        try (var admin = clients.admin()) {
            return KafkaFutures.await(admin.describeConfigs(resources).all(), "asking for the retention of topics")
                    .entrySet()
                    .stream()
                    .collect(Collectors.toMap(each -> each.getKey().name(), each -> retention(each.getValue())));
        }
    }

    private static long retention(Config config) {
        return Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    }
}
