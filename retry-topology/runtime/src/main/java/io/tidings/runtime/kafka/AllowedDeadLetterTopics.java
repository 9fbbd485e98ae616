package io.tidings.runtime.kafka;

import io.tidings.contract.Topics;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The Kafka topics that may get the dead letters of subscriptions (B-DLQ-8), under the rules of destinations. */
public record AllowedDeadLetterTopics(AllowedDestinations named) {
    /** The prefix of the settings, which is followed by the name that subscriptions use. */
    public static final String PREFIX = "deadletter.kafka.";

    public static final List<String> PREFIXES = List.of(PREFIX);

    public static final AllowedDeadLetterTopics NONE = new AllowedDeadLetterTopics(AllowedDestinations.NONE);

    /** @throws InvalidSettings with every problem */
    public static AllowedDeadLetterTopics of(Settings settings, Topics own) {
        return new AllowedDeadLetterTopics(AllowedDestinations.of(settings, own, PREFIX));
    }

    /** Returns the same for a program that several teams manage: what states no topics is for none. */
    public AllowedDeadLetterTopics onlyAsStated() {
        return new AllowedDeadLetterTopics(named.onlyAsStated());
    }

    /** The Kafka topics by name, in lower case. */
    public Map<String, String> topics() {
        return named.topics();
    }

    public boolean allows(String name, String topic) {
        return named.allows(name.toLowerCase(Locale.ROOT), topic);
    }

    /** Returns the rule that the name breaks if no setting allows it for subscriptions of a topic. */
    public Optional<String> brokenBy(String name, String topic) {
        if (allows(name, topic)) {
            return Optional.empty();
        }
        var names = named.namesFor(topic);
        var setting = PREFIX + name;
        return Optional.of("must be a name that is allowed for topic " + topic
                + (names.isEmpty() ? "" : " (" + names + ")") + "; set " + setting + " to a Kafka topic, and " + setting
                + AllowedUse.TOPICS + " to the topics whose dead letters may be there, for ingest-service and"
                + " deadletter-exporter");
    }
}
