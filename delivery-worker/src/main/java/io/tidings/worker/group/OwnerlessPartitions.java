package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.runtime.IntervalTimer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, after this worker has joined, until all partitions have an owner, and has the group share them out again if some
 * stay without (B-LANE-3). A static leader that returns keeps the old assignment, and takes partitions that were added
 * while it was away for assigned. The leader itself sees what is added later.
 */
public final class OwnerlessPartitions implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OwnerlessPartitions.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** Partitions that are just moving have no owner for a moment. */
    private static final int LOOKS = 5;

    private final Admin admin;
    private final Topics topics;
    private final PartitionAssignment assignment;
    private final Executor pollThread;
    private final IntervalTimer timer = new IntervalTimer("ownerless");
    private Set<TopicPartition> seen = Set.of();
    private int looks;

    public OwnerlessPartitions(Admin admin, Topics topics, PartitionAssignment assignment, Executor pollThread) {
        this.admin = admin;
        this.topics = topics;
        this.assignment = assignment;
        this.pollThread = pollThread;
    }

    /** Looks until the group is at rest, without blocking. */
    public OwnerlessPartitions look() {
        timer.every(BETWEEN_LOOKS, () -> pollThread.execute(this::lookIfJoined));
        return this;
    }

    private void lookIfJoined() {
        if (!assignment.confirmed()) {
            return;
        }
        var group = described(topics.workersGroup());
        var partitions = admin.describeTopics(topics.ladder()).allTopicNames().toCompletionStage();
        var _ = group.thenCombine(partitions, OwnerlessPartitions::of).whenComplete((look, failure) -> {
            if (failure != null) {
                log.debug("whether all partitions have an owner is unknown; asked again", failure);
            } else {
                pollThread.execute(() -> looked(look));
            }
        });
    }

    private CompletionStage<ConsumerGroupDescription> described(String group) {
        var description =
                admin.describeConsumerGroups(Set.of(group)).describedGroups().get(group);
        return description == null
                ? CompletableFuture.failedStage(new IllegalStateException("Kafka did not describe the group"))
                : description.toCompletionStage();
    }

    private void looked(Look look) {
        if (!look.atRest()) {
            looks = 0;
            return;
        }
        looks = look.ownerless().equals(seen) ? looks + 1 : 1;
        seen = look.ownerless();
        if (seen.isEmpty()) {
            timer.close();
        } else if (looks == LOOKS) {
            timer.close();
            assignment.shareAgain(seen);
        }
    }

    /** @param atRest false while members join or leave; owners are not known then */
    record Look(boolean atRest, Set<TopicPartition> ownerless) {}

    static Look of(ConsumerGroupDescription group, Map<String, TopicDescription> topics) {
        var ownerless = new HashSet<TopicPartition>();
        topics.forEach((name, topic) -> topic.partitions()
                .forEach(partition -> ownerless.add(new TopicPartition(name, partition.partition()))));
        group.members().stream()
                .map(member -> member.assignment().topicPartitions())
                .forEach((Collection<TopicPartition> owned) -> ownerless.removeAll(owned));
        return new Look(group.groupState() == GroupState.STABLE, ownerless);
    }

    @Override
    public void close() {
        timer.close();
    }
}
