package io.tidings.worker;

import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.StandingFollower;
import io.tidings.worker.group.StartingPoint;
import io.tidings.worker.group.StartingPoints;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * What a worker learns of partitions from their former owner: where to start, and how endpoints stand (B-PROB-4).
 *
 * <p>In this order: the standing is written by the transactions that commit the offsets.
 */
final class Takeover implements Ownership.Knowledge {
    private final StartingPoints points;
    private final StandingFollower standings;
    private final Admin admin;

    Takeover(StartingPoints points, StandingFollower standings, Admin admin) {
        this.points = points;
        this.standings = standings;
        this.admin = admin;
    }

    @Override
    public Map<TopicPartition, StartingPoint> of(Collection<TopicPartition> partitions) {
        var known = points.of(partitions);
        var numbers = partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet());
        KafkaAnswer.await(standings.readToEnd(numbers, admin).toCompletableFuture(), "reading how endpoints stand");
        return known;
    }
}
