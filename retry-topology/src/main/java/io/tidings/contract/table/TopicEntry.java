package io.tidings.contract.table;

import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import org.jspecify.annotations.Nullable;

/**
 * A topic in force.
 *
 * @param keys absent: written with foreign tools, nobody can publish over HTTP until a key is generated
 */
public record TopicEntry(TopicResource topic, @Nullable TopicKeys keys, long offset) {
    /** What publishers are compared with; null when there is none, or none that could be opened. */
    public @Nullable TopicKeys openKeys() {
        return locked() ? null : keys;
    }

    /** Whether its keys could not be opened. */
    public boolean locked() {
        return keys != null && keys.locked();
    }
}
