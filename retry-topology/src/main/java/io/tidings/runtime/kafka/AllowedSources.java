package io.tidings.runtime.kafka;

import io.tidings.contract.Topics;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Kafka topics that topics may have as their source (B-SOURCE-2).
 *
 * @param own the Kafka topics of this installation, which are no source
 * @param stated whether only what the settings name may be a source, also if they name nothing
 */
public record AllowedSources(Topics own, List<Named> named, boolean stated) {
    /** The prefix of the settings, which is followed by a name of the owner's choice. */
    public static final String PREFIX = "source.kafka.";

    public static final List<String> PREFIXES = List.of(PREFIX);

    private static final Pattern KAFKA_TOPICS = Pattern.compile("[a-zA-Z0-9._*-]{1,249}");

    /** @param kafkaTopics in which {@code *} stands for any characters */
    record Named(List<Pattern> kafkaTopics, AllowedUse use) {
        Named {
            kafkaTopics = List.copyOf(kafkaTopics);
        }

        boolean allows(String kafkaTopic, String topic) {
            return use.covers(topic, Stream.of())
                    && kafkaTopics.stream()
                            .anyMatch(pattern -> pattern.matcher(kafkaTopic).matches());
        }
    }

    public AllowedSources {
        named = List.copyOf(named);
    }

    /** @throws InvalidSettings with every problem */
    public static AllowedSources of(Settings settings, Topics own) {
        var problems = new ArrayList<String>();
        var named = new ArrayList<Named>();
        var texts = settings.under(PREFIX);
        texts.forEach((name, text) -> {
            if (name.endsWith(AllowedUse.TOPICS)) {
                if (!texts.containsKey(name.substring(0, name.length() - AllowedUse.TOPICS.length()))) {
                    problems.add(PREFIX + name + ": there is no such source without it");
                }
                return;
            }
            var words = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
            if (words.stream().allMatch(word -> KAFKA_TOPICS.matcher(word).matches())) {
                var patterns = words.stream().map(AllowedSources::pattern).toList();
                named.add(new Named(patterns, AllowedUse.of(settings, PREFIX + name, problems)));
            } else {
                problems.add(PREFIX + name + ": must be names of Kafka topics with commas between them, in which *"
                        + " stands for any characters");
            }
        });
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new AllowedSources(own, named, false);
    }

    private static Pattern pattern(String word) {
        return Pattern.compile(
                Arrays.stream(word.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    /** Returns the same sources for a program that several teams manage: what no setting names is for none. */
    public AllowedSources onlyAsStated() {
        return new AllowedSources(own, named, true);
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
        return (named.isEmpty() && !stated) || named.stream().anyMatch(each -> allows(each, kafkaTopic, topic.name()))
                ? Optional.empty()
                : Optional.of("must not be " + kafkaTopic + " for topic " + topic.name() + "; " + PREFIX
                        + "NAME and " + PREFIX + "NAME" + AllowedUse.TOPICS
                        + ", the same for ingest-service and topology, say what may be its source");
    }

    private boolean allows(Named each, String kafkaTopic, String topic) {
        return (!stated || each.use().statesTopics()) && each.allows(kafkaTopic, topic);
    }
}
