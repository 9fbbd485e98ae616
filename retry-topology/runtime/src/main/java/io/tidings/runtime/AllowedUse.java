package io.tidings.runtime;

import io.tidings.contract.address.OriginPattern;
import io.tidings.contract.topic.TopicPattern;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The topics and the origins that a setting with a name of its owner's choice is for, as {@code NAME.topics} and {@code
 * NAME.origins} beside the setting state them.
 *
 * @param topics empty if none are stated
 * @param origins empty if none are stated
 */
public record AllowedUse(List<TopicPattern> topics, List<OriginPattern> origins) {
    public static final String TOPICS = ".topics";
    public static final String ORIGINS = ".origins";

    public static final AllowedUse UNSTATED = new AllowedUse(List.of(), List.of());

    public AllowedUse {
        topics = List.copyOf(topics);
        origins = List.copyOf(origins);
    }

    /** @param setting the prefix and the name */
    public static AllowedUse of(Settings settings, String setting, List<String> problems) {
        return new AllowedUse(
                read(
                        setting + TOPICS,
                        settings,
                        TopicPattern::parse,
                        "must be names of topics with commas between them, in which * stands for any characters",
                        problems),
                read(
                        setting + ORIGINS,
                        settings,
                        OriginPattern::parse,
                        "must be origins such as https://*.example.com with commas between them, or *",
                        problems));
    }

    private static <T> List<T> read(
            String setting,
            Settings settings,
            Function<String, Optional<T>> parse,
            String rule,
            List<String> problems) {
        var text = settings.under(setting).get("");
        if (text == null) {
            return List.of();
        }
        var words = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        var read = words.stream().map(parse).flatMap(Optional::stream).toList();
        if (read.size() < words.size()) {
            problems.add(setting + ": " + rule);
        }
        return read;
    }

    /** Returns whether what is stated covers the topic and every URL; what is not stated covers all. */
    public boolean covers(String topic, Stream<URI> urls) {
        return (topics.isEmpty() || topics.stream().anyMatch(pattern -> pattern.matches(topic)))
                && (origins.isEmpty()
                        || urls.allMatch(url -> origins.stream().anyMatch(pattern -> pattern.matches(url))));
    }

    public boolean statesTopics() {
        return !topics.isEmpty();
    }

    public boolean statesTopicsAndOrigins() {
        return !topics.isEmpty() && !origins.isEmpty();
    }
}
