package io.tidings.worker.group;

import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/**
 * A member of a group that polls on a thread of its own, as a worker does, and notes what it is given and what is taken
 * from it.
 */
final class GroupMember implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final String name;
    private final Consumer<byte[], byte[]> consumer;
    private final List<Change> changes;
    private final Queue<Runnable> questions = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile CompletableFuture<Void> drained = CompletableFuture.completedFuture(null);
    private volatile Set<TopicPartition> owned = Set.of();
    private volatile boolean stopping;

    /** A change of a member's partitions. */
    record Change(String member, Kind kind, Set<TopicPartition> partitions, long nanos) {
        enum Kind {
            ASSIGNED,
            REVOKED,
            LOST
        }

        Change {
            partitions = Set.copyOf(partitions);
        }
    }

    private GroupMember(String name, Consumer<byte[], byte[]> consumer, List<Change> changes) {
        this.name = name;
        this.consumer = consumer;
        this.changes = changes;
    }

    /**
     * Joins a group.
     *
     * @param changes of all members, in the order in which they are made
     */
    static GroupMember join(
            KafkaClients clients,
            String name,
            List<String> topics,
            List<Change> changes,
            Map<String, Object> groupSettings) {
        var settings = new HashMap<>(groupSettings);
        settings.put("client.id", name);
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "earliest");
        var member = new GroupMember(name, clients.consumer(settings), changes);
        Thread.ofPlatform().name(name).start(() -> member.run(topics));
        return member;
    }

    static List<Change> noChanges() {
        return new CopyOnWriteArrayList<>();
    }

    private void run(List<String> topics) {
        try {
            consumer.subscribe(topics, listener());
            while (!stopping) {
                consumer.poll(POLL);
                for (var question = questions.poll(); question != null; question = questions.poll()) {
                    question.run();
                }
            }
            end.complete(null);
        } catch (RuntimeException e) { // a test asks why the member has ended
            end.completeExceptionally(e);
        }
    }

    private ConsumerRebalanceListener listener() {
        return new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                changed(Change.Kind.ASSIGNED, partitions);
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                drained.join();
                changed(Change.Kind.REVOKED, partitions);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                changed(Change.Kind.LOST, partitions);
            }
        };
    }

    private void changed(Change.Kind kind, Collection<TopicPartition> partitions) {
        var now = new HashSet<>(owned);
        if (kind == Change.Kind.ASSIGNED) {
            now.addAll(partitions);
        } else {
            now.removeAll(Set.copyOf(partitions));
        }
        if (!partitions.isEmpty()) {
            changes.add(new Change(name, kind, Set.copyOf(partitions), System.nanoTime()));
        }
        owned = Set.copyOf(now);
    }

    String name() {
        return name;
    }

    Set<TopicPartition> owned() {
        return owned;
    }

    /** From now on, partitions are only given away when the caller has completed the result. */
    CompletableFuture<Void> drainSlowly() {
        drained = new CompletableFuture<>();
        return drained;
    }

    /** Asks the consumer between two polls. */
    <T> T ask(Function<Consumer<byte[], byte[]>, T> question) {
        return CompletableFuture.supplyAsync(() -> question.apply(consumer), questions::add)
                .orTimeout(30, TimeUnit.SECONDS) // a member that has ended does not respond
                .join();
    }

    /** Completes exceptionally when the group refuses the member. */
    CompletableFuture<Void> end() {
        return end;
    }

    /** Leaves the group. */
    @Override
    public void close() {
        close(GroupMembershipOperation.LEAVE_GROUP);
    }

    /** Ends without a word to the group, like a process that is killed or, if it is static, one that restarts. */
    void vanish() {
        close(GroupMembershipOperation.REMAIN_IN_GROUP);
    }

    private void close(GroupMembershipOperation operation) {
        stopping = true;
        drained.complete(null);
        end.exceptionally(_ -> null).join();
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(5)).withGroupMembershipOperation(operation));
    }
}
