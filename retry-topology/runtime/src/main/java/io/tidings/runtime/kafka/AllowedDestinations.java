package io.tidings.runtime.kafka;

import io.tidings.contract.Topics;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Kafka topics that subscriptions may deliver to (B-DEST).
 *
 * @param topics by the name of the event hub, in lower case as Azure compares names
 * @param clusters the names of the other clusters that they are on, by the same names
 * @param uses the topics whose subscriptions may deliver there, by the same names
 * @param stated whether an event hub may be used only for what its settings state
 */
public record AllowedDestinations(
        Map<String, String> topics, Map<String, String> clusters, Map<String, AllowedUse> uses, boolean stated) {
    /** The prefix of the settings, which is followed by the name of an event hub. */
    public static final String PREFIX = "destination.kafka.";

    public static final List<String> PREFIXES = List.of(PREFIX, DestinationClusters.PREFIX);

    private static final String CLUSTER = ".cluster";

    public static final AllowedDestinations NONE = new AllowedDestinations(Map.of());

    private static final String INTERNAL = "__";

    public AllowedDestinations {
        topics = Map.copyOf(topics);
        clusters = Map.copyOf(clusters);
        uses = Map.copyOf(uses);
    }

    public AllowedDestinations(Map<String, String> topics) {
        this(topics, Map.of(), Map.of(), false);
    }

    /** Returns the same destinations for a program that several teams manage: what states no topics is for none. */
    public AllowedDestinations onlyAsStated() {
        return new AllowedDestinations(topics, clusters, uses, true);
    }

    /** @throws InvalidSettings with every problem */
    public static AllowedDestinations of(Settings settings, Topics own) {
        return of(settings, own, PREFIX);
    }

    /** @param prefix of the settings, which is followed by the name of a Kafka topic */
    static AllowedDestinations of(Settings settings, Topics own, String prefix) {
        var problems = new ArrayList<String>();
        var allowed = new HashMap<String, String>();
        var clusters = new HashMap<String, String>();
        var uses = new HashMap<String, AllowedUse>();
        var texts = settings.under(prefix);
        texts.forEach((name, text) -> {
            if (about(name, AllowedUse.TOPICS, texts) != null) {
                return;
            }
            var onCluster = prefix.equals(PREFIX) ? about(name, CLUSTER, texts) : null;
            if (onCluster != null) {
                clusters.put(onCluster.toLowerCase(Locale.ROOT), text.strip());
                return;
            }
            uses.put(name.toLowerCase(Locale.ROOT), AllowedUse.of(settings, prefix + name, problems));
            var topic = text.strip();
            var rule = ruleBrokenBy(topic, own);
            rule.ifPresent(broken -> problems.add(prefix + name + ": " + broken));
            if (rule.isEmpty() && allowed.put(name.toLowerCase(Locale.ROOT), topic) != null) {
                problems.add(prefix + name + ": is set twice, in upper and lower case");
            }
        });
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return new AllowedDestinations(allowed, clusters, uses, false);
    }

    /** Returns the name of the setting that another one says more about; null if it is one itself, with dots in its name. */
    private static @Nullable String about(String name, String suffix, Map<String, String> texts) {
        var subject = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : null;
        return subject != null && texts.containsKey(subject) ? subject : null;
    }

    private static Optional<String> ruleBrokenBy(String topic, Topics own) {
        if (!topic.matches("[a-zA-Z0-9._-]{1,249}") || topic.equals(".") || topic.equals("..")) {
            return Optional.of("must be the name of a Kafka topic");
        }
        return own.owns(topic) || Topics.ofTidings(topic) || topic.startsWith(INTERNAL)
                ? Optional.of("must not be " + topic + ", which belongs to Tidings or to Kafka")
                : Optional.empty();
    }

    /** Returns the Kafka topic of a destination; empty if no setting names it. */
    public Optional<String> topicOf(KafkaDestination destination) {
        return Optional.ofNullable(topics.get(destination.name().toLowerCase(Locale.ROOT)));
    }

    /** Returns the name of the cluster that the Kafka topic of a destination is on; empty for the own one. */
    public Optional<String> clusterOf(KafkaDestination destination) {
        return Optional.ofNullable(clusters.get(destination.name().toLowerCase(Locale.ROOT)));
    }

    /** Returns the rule that a destination of a subscription breaks if no setting allows it. */
    public Optional<String> brokenBy(KafkaDestination destination, String topic) {
        if (allows(destination.name().toLowerCase(Locale.ROOT), topic)) {
            return Optional.empty();
        }
        var names = namesFor(topic);
        var setting = PREFIX + destination.name();
        return Optional.of("must end in the name of an event hub that is allowed for topic " + topic
                + (names.isEmpty() ? "" : " (" + names + ")") + "; set " + setting + " to a Kafka topic, and " + setting
                + AllowedUse.TOPICS + " to the topics that may deliver there, for ingest-service and delivery-worker");
    }

    /** The names that subscriptions of a topic may use, with commas between them. */
    String namesFor(String topic) {
        return topics.keySet().stream()
                .filter(name -> allows(name, topic))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** @param name in lower case */
    boolean allows(String name, String topic) {
        var use = uses.getOrDefault(name, AllowedUse.UNSTATED);
        return topics.containsKey(name) && (!stated || use.statesTopics()) && use.covers(topic, Stream.of());
    }
}
