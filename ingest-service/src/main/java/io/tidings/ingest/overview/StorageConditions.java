package io.tidings.ingest.overview;

import io.tidings.contract.Topics;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.ingest.announce.ConditionFollower;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What exporters say about storages. It follows their topic from the first time that somebody asks. Thread-safe. */
public final class StorageConditions implements AutoCloseable {
    private final KafkaClients clients;
    private final Topics topics;
    private @Nullable ConditionFollower follower;
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

    /** Returns what has been read; that may be nothing yet. */
    synchronized Known latest() {
        if (follower == null && !closed) {
            follower = ConditionFollower.start(clients, topics);
        }
        return follower == null
                ? new Known(List.of(), false)
                : new Known(
                        follower.table().storages(),
                        !follower.ended().toCompletableFuture().isDone());
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (follower != null) {
            follower.close();
        }
    }
}
