package io.tidings.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Event Grid topic that {@code deadletter.notify.topic} names. */
public record NotifyTopic(String name) {
    static final String SETTING = "deadletter.notify.topic";

    private static final Logger log = LoggerFactory.getLogger(NotifyTopic.class);

    /**
     * Compares the setting with the existing topics. If there are none yet, the topic may still be created.
     *
     * @throws InvalidSettings if events published to the topic would be rejected
     */
    public void check(KafkaClients clients, Topics topics) {
        var existing = read(clients, topics);
        problem(existing).ifPresent(problem -> {
            throw new InvalidSettings(List.of(SETTING + ": " + problem));
        });
        if (existing.topic(name).isEmpty()) {
            log.warn(
                    "{} names topic \"{}\", which does not exist: no topic has been created yet. Create it ({}); "
                            + "until then events for blobs are rejected",
                    SETTING,
                    name,
                    required().creation());
        }
    }

    private static ResourceTable read(KafkaClients clients, Topics topics) {
        var table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
        var partitions = List.of(new TopicPartition(topics.topics(), 0));
        var followed = new Followed<TableChange>("notify-topic", partitions, record -> read(record, table));
        try (var follower = Follower.start(clients, followed)) {
            follower.awaitCaughtUp();
        }
        return table;
    }

    private static Optional<TableChange> read(ConsumerRecord<byte[], byte[]> record, ResourceTable table) {
        var key = new String(record.key(), UTF_8);
        return key.startsWith("#") // a mark of our own
                ? Optional.empty()
                : Optional.of(table.readTopic(key, record.headers(), record.value(), record.offset()));
    }

    /** Returns why events published to the topic would be rejected. */
    Optional<String> problem(ResourceTable existing) {
        boolean missing =
                existing.topic(name).isEmpty() && existing.topicProblem(name).isEmpty();
        return missing && existing.topics().isEmpty()
                ? Optional.empty()
                : required().problem(existing).map(problem -> missing ? problem + advice() : problem);
    }

    private String advice() {
        return ". Correct the name; or start without this setting, create the topic ("
                + required().creation() + "), and start again";
    }

    private RequiredTopic required() {
        return new RequiredTopic(name, EventSchema.EVENT_GRID);
    }
}
