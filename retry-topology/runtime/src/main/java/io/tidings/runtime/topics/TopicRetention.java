package io.tidings.runtime.topics;

import static java.util.stream.Collectors.joining;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The retention of the topics that hold events, as they are configured at the moment. */
public final class TopicRetention {
    private static final long UNLIMITED = -1;

    private final Admin admin;
    private final Topics topics;

    public TopicRetention(Admin admin, Topics topics) {
        this.admin = admin;
        this.topics = topics;
    }

    /**
     * Returns what must be changed before events of an Event Grid topic may live so long; empty if every Kafka topic
     * keeps them. The one that is dedicated to the Event Grid topic counts, if it exists.
     *
     * @throws org.apache.kafka.common.KafkaException if the brokers do not respond
     */
    public Optional<String> tooShortFor(String topic, Duration timeToLive) {
        return TopicPlan.checkedAtStart(timeToLive) ? Optional.empty() : tooShortFor(timeToLive, configured(topic));
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

    private Map<String, Long> configured(String topic) {
        var dedicated = new ConfigResource(ConfigResource.Type.TOPIC, topics.events(topic));
        var resources = new ArrayList<>(List.of(dedicated));
        TopicPlan.of(topics, 1, TopicProvisioner.DEAD_LETTER_DELAY).stream()
                .filter(plan -> !plan.neededRetention().isZero())
                .map(plan -> new ConfigResource(ConfigResource.Type.TOPIC, plan.name()))
                .forEach(resources::add);
        var configured = new TreeMap<String, Long>();
        for (var response : admin.describeConfigs(resources).values().entrySet()) {
            try {
                var config = KafkaFutures.await(response.getValue(), "asking for the retention of topics");
                configured.put(response.getKey().name(), retention(config));
            } catch (UnknownTopicOrPartitionException missing) {
                if (!response.getKey().equals(dedicated)) {
                    throw missing;
                }
            }
        }
        return configured;
    }

    private static long retention(Config config) {
        return Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    }
}
