package io.tidings.worker.group;

import io.tidings.runtime.kafka.CommittedOffsets;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.worker.progress.Position;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker where to start, without the consumer: its own question would stop the polling of everything this
 * worker owns for as long as a dead worker's transaction is open.
 */
public final class StartingPoints {
    private static final Logger log = LoggerFactory.getLogger(StartingPoints.class);

    private final Admin admin;
    private final CommittedOffsets committedOffsets;

    public StartingPoints(Admin admin, String group) {
        this.admin = admin;
        committedOffsets = new CommittedOffsets(admin, group);
    }

    /** Waits until it is known for all partitions; for a thread that may wait. */
    public Map<TopicPartition, StartingPoint> of(Collection<TopicPartition> partitions) {
        var committed = committedOffsets.of(partitions);
        var ends = offsets(partitions, OffsetSpec.latest());
        var points = new HashMap<TopicPartition, StartingPoint>();
        offsets(partitions, OffsetSpec.earliest()).forEach((partition, beginning) -> {
            var known = committed.get(partition);
            if (known != null && known.offset() > ends.getOrDefault(partition, Long.MAX_VALUE)) {
                // Offsets of a log that is no more say nothing about this one.
                log.error("{} was deleted and created again: it is read from its beginning", partition);
                known = null;
            }
            points.put(partition, point(known, beginning));
        });
        return points;
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec which) {
        var question = new HashMap<TopicPartition, OffsetSpec>();
        partitions.forEach(partition -> question.put(partition, which));
        var offsets = new HashMap<TopicPartition, Long>();
        KafkaAnswer.await(admin.listOffsets(question).all(), "asking for the ends of the logs")
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }

    private static StartingPoint point(@Nullable OffsetAndMetadata committed, long beginning) {
        if (committed == null) {
            return new StartingPoint(new Position(beginning, ""), 0, false);
        }
        var position = new Position(committed.offset(), committed.metadata());
        return committed.offset() < beginning
                ? new StartingPoint(position.raisedTo(beginning), beginning - committed.offset(), true)
                : new StartingPoint(position, 0, true);
    }
}
