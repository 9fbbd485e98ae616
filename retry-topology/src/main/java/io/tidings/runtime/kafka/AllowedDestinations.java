package io.tidings.runtime.kafka;

import io.tidings.contract.Topics;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The Kafka topics that subscriptions may deliver to (B-DEST).
 *
 * @param topics by the name of the event hub, in lower case as Azure compares names
 */
public record AllowedDestinations(Map<String, String> topics) {
    /** The prefix of the settings, which is followed by the name of an event hub. */
    public static final String PREFIX = "destination.kafka.";

    public static final List<String> PREFIXES = List.of(PREFIX);

    public static final AllowedDestinations NONE = new AllowedDestinations(Map.of());

    private static final String INTERNAL = "__";

    public AllowedDestinations {
        topics = Map.copyOf(topics);
    }

    /** @throws InvalidSettings with every problem */
    public static AllowedDestinations of(Settings settings, Topics own) {
        var problems = new ArrayList<String>();
        var allowed = new HashMap<String, String>();
        settings.under(PREFIX).forEach((name, text) -> {
            var topic = text.strip();
            var rule = ruleBrokenBy(topic, own);
            rule.ifPresent(broken -> problems.add(PREFIX + name + ": " + broken));
            if (rule.isEmpty() && allowed.put(name.toLowerCase(Locale.ROOT), topic) != null) {
                problems.add(PREFIX + name + ": is set twice, in upper and lower case");
            }
        });
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new AllowedDestinations(allowed);
    }

    private static Optional<String> ruleBrokenBy(String topic, Topics own) {
        if (!topic.matches("[a-zA-Z0-9._-]{1,249}") || topic.equals(".") || topic.equals("..")) {
            return Optional.of("must be the name of a Kafka topic");
        }
        return own.owns(topic) || topic.startsWith(INTERNAL)
                ? Optional.of("must not be " + topic + ", which belongs to Tidings or to Kafka")
                : Optional.empty();
    }

    /** Returns the Kafka topic of a destination; empty if no setting names it. */
    public Optional<String> topicOf(KafkaDestination destination) {
        return Optional.ofNullable(topics.get(destination.name().toLowerCase(Locale.ROOT)));
    }

    /** Returns the rule that a destination breaks if no setting names it. */
    public Optional<String> brokenBy(KafkaDestination destination) {
        if (topicOf(destination).isPresent()) {
            return Optional.empty();
        }
        var names = topics.keySet().stream().sorted().collect(Collectors.joining(", "));
        return Optional.of("must end in the name of an allowed event hub"
                + (names.isEmpty() ? "" : " (" + names + ")") + "; set " + PREFIX + destination.name()
                + " to a Kafka topic for ingest-service and delivery-worker");
    }
}
