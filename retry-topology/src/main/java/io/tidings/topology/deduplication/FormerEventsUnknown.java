package io.tidings.topology.deduplication;

import io.tidings.topology.match.TableBehind;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** What former owners of a partition have found cannot be read; the event must be matched later, or by another instance. */
final class FormerEventsUnknown extends TableBehind {
    private static final long serialVersionUID = 1;

    FormerEventsUnknown(TopicPartition events, KafkaException why) {
        super("the topic deduplication cannot be read, so it is unknown which events of " + events + " repeat others: "
                + why.getMessage());
        initCause(why);
    }
}
