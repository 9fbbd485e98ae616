package io.tidings.ingest.overview;

import io.tidings.contract.Topics;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.ConditionTable;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The storage conditions that exporters report. It follows their topic from the first time that somebody asks. Thread-safe. */
public final class StorageConditions implements AutoCloseable {
    private final KafkaClients clients;
    private final Topics topics;
    private final ConditionTable table = new ConditionTable();
    private @Nullable Follower<Void> follower;
    private boolean closed;

    public StorageConditions(KafkaClients clients, Topics topics) {
        this.clients = clients;
        this.topics = topics;
    }

    /** @param readable whether the topic can be read */
    record Known(List<StorageSeen> storages, boolean readable) {
        Known {
            storages = List.copyOf(storages);
        }
    }

    /** The newest conditions, of storages and of all else, as far as {@link #follower} has read them. */
    public ConditionTable table() {
        return table;
    }

    /** Returns the only follower of the topic, which is closed with this. */
    public synchronized Follower<Void> follower() {
        if (closed) {
            throw new IllegalStateException("conditions are not followed any more, because the program ends");
        }
        if (follower == null) {
            follower = Follower.start(clients, Followed.conditions(topics, table));
        }
        return follower;
    }

    /** Returns what has been read; that may be nothing yet. */
    synchronized Known latest() {
        return closed
                ? new Known(List.of(), false)
                : new Known(
                        table.storages(),
                        !follower().ended().toCompletableFuture().isDone());
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (follower != null) {
            follower.close();
        }
    }
}
