package io.tidings.contract.table;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.event.DataRules;
import io.tidings.contract.event.Input;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import org.jspecify.annotations.Nullable;

/**
 * @param keys null in a record of another tool: HTTP publishers are refused until a key is generated
 * @param rules for the data of its events
 */
public record TopicEntry(TopicResource topic, @Nullable TopicKeys keys, DataRules rules, long offset) {
    public TopicEntry(TopicResource topic, @Nullable TopicKeys keys, long offset) {
        this(topic, keys, DataRules.NONE, offset);
    }

    TopicEntry with(DataRules others) {
        return new TopicEntry(topic, keys, others, offset);
    }

    /** Returns the entry of a topic of this domain, which has everything from it. */
    TopicEntry in(DomainTopic each) {
        return new TopicEntry(topic.in(each), keys, rules, offset);
    }

    /** Returns how its events are read, and what is refused. */
    public Input input() {
        return new Input(topic.name(), topic.inputSchema(), topic.mapping(), rules, topic.domain() != null);
    }

    /** The keys that publishers' keys are compared with; null if there are none, or they cannot be opened. */
    public @Nullable TopicKeys openKeys() {
        return locked() ? null : keys;
    }

    public boolean locked() {
        return keys != null && keys.locked();
    }
}
