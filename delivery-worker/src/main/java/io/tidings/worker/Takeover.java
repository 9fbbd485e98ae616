package io.tidings.worker;

import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.StandingFollower;
import io.tidings.worker.group.StartingPoint;
import io.tidings.worker.group.StartingPoints;
import io.tidings.worker.repeat.Repeats;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * What a worker learns of partitions from their former owner: where to start, how endpoints stand (B-PROB-4), and what
 * was written there last.
 *
 * <p>Where to start is asked first: the standing is written by the transactions that commit the offsets.
 */
final class Takeover implements Ownership.Knowledge {
    private final StartingPoints points;
    private final StandingFollower standings;
    private final LookBack lookBack;
    private final String deliveries;
    private final Admin admin;

    /** @param deliveries the name of that topic */
    Takeover(StartingPoints points, StandingFollower standings, LookBack lookBack, String deliveries, Admin admin) {
        this.points = points;
        this.standings = standings;
        this.lookBack = lookBack;
        this.deliveries = deliveries;
        this.admin = admin;
    }

    @Override
    public Map<TopicPartition, Inheritance> of(Collection<TopicPartition> partitions) {
        var known = points.of(partitions);
        var numbers = partitions.stream().map(TopicPartition::partition).collect(Collectors.toSet());
        var standing = standings.readToEnd(numbers, admin).toCompletableFuture();
        var inherited = inherited(known);
        KafkaAnswer.await(standing, "reading how endpoints stand");
        return inherited;
    }

    private Map<TopicPartition, Inheritance> inherited(Map<TopicPartition, StartingPoint> known) {
        var starts = new HashMap<TopicPartition, Long>();
        known.forEach((partition, point) -> {
            if (partition.topic().equals(deliveries)) {
                starts.put(partition, point.position().offset());
            }
        });
        var repeats = lookBack.before(starts);
        var inherited = new HashMap<TopicPartition, Inheritance>();
        known.forEach((partition, point) ->
                inherited.put(partition, new Inheritance(point, repeats.getOrDefault(partition, new Repeats()))));
        return inherited;
    }
}
