package io.tidings.runtime.kafka;

import io.tidings.contract.Topics;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.AllowedNames;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Kafka topics that topics may have as their source (B-SOURCE-2).
 *
 * @param own the Kafka topics of this installation, which are no source
 * @param names the Kafka topics of others
 */
public record AllowedSources(Topics own, AllowedNames names) {
    /** The prefix of the settings, which is followed by a name of the owner's choice. */
    public static final String PREFIX = "source.kafka.";

    public static final List<String> PREFIXES = List.of(PREFIX);

    private static final Pattern KAFKA_TOPICS = Pattern.compile("[a-zA-Z0-9._*-]{1,249}");

    /** @throws InvalidSettings with every problem */
    public static AllowedSources of(Settings settings, Topics own) {
        return new AllowedSources(own, AllowedNames.of(settings, PREFIX, KAFKA_TOPICS, "names of Kafka topics"));
    }

    /** Returns the same sources for a program that several teams manage: what no setting names is for none. */
    public AllowedSources onlyAsStated() {
        return new AllowedSources(own, names.onlyAsStated());
    }

    /** Returns the rule that the source of a topic breaks. */
    public Optional<String> brokenBy(TopicResource topic) {
        var source = topic.source();
        if (source == null) {
            return Optional.empty();
        }
        var kafkaTopic = source.kafkaTopic();
        if (own.owns(kafkaTopic) || Topics.ofTidings(kafkaTopic)) {
            return Optional.of("must not be a Kafka topic of Tidings; publish to its events topics instead");
        }
        return names.allows(/* name= */ kafkaTopic, /* topic= */ topic.name())
                ? Optional.empty()
                : Optional.of("must not be " + kafkaTopic + " for topic " + topic.name() + "; " + PREFIX
                        + "NAME and " + PREFIX + "NAME" + AllowedUse.TOPICS
                        + ", the same for ingest-service and topology, say what may be its source");
    }
}
