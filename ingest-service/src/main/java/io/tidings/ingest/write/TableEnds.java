package io.tidings.ingest.write;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks the brokers how far the tables of topics and subscriptions reach. The follower of the tables could tell, too, but
 * only after its fetch has come back, which takes a second while nobody writes.
 */
public final class TableEnds {
    private final Admin admin;
    private final TopicPartition topics;
    private final TopicPartition subscriptions;

    /**
     * The offsets of the next records.
     *
     * @param topics of the topics table
     * @param subscriptions of the subscriptions table
     */
    record Ends(long topics, long subscriptions) {}

    public TableEnds(Admin admin, Topics topics) {
        this.admin = admin;
        this.topics = new TopicPartition(topics.topics(), 0);
        this.subscriptions = new TopicPartition(topics.subscriptions(), 0);
    }

    /** @throws KafkaException if the brokers do not respond in time */
    Ends present(Duration patience) {
        var latest = OffsetSpec.latest();
        var options =
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(Math.toIntExact(patience.toMillis()));
        var result = admin.listOffsets(Map.of(topics, latest, subscriptions, latest), options);
        return new Ends(
                KafkaFutures.await(result.partitionResult(topics), "asking for the end of " + topics)
                        .offset(),
                KafkaFutures.await(result.partitionResult(subscriptions), "asking for the end of " + subscriptions)
                        .offset());
    }
}
