package io.tidings.contract.table;

import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import org.jspecify.annotations.Nullable;

/** @param keys null in a record of another tool: HTTP publishers are refused until a key is generated */
public record TopicEntry(TopicResource topic, @Nullable TopicKeys keys, long offset) {
    /** The keys that publishers' keys are compared with; null if there are none, or they cannot be opened. */
    public @Nullable TopicKeys openKeys() {
        return locked() ? null : keys;
    }

    public boolean locked() {
        return keys != null && keys.locked();
    }
}
