package io.tidings.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** @param prefix of every name, {@code tidings.} unless configured; may be empty */
public record Topics(String prefix) {
    public static final String DEFAULT_PREFIX = "tidings.";

    public Topics {
        if (!prefix.matches("[a-zA-Z0-9._-]{0,100}")) {
            throw new IllegalArgumentException("topic prefix \"" + prefix + "\" has characters Kafka does not allow");
        }
    }

    /** The topic for all Event Grid topics that have no Kafka topic of their own. */
    public String events() {
        return prefix + "events";
    }

    /** The Kafka topic dedicated to one Event Grid topic. */
    public String events(String topic) {
        return events() + "." + DomainTopic.owner(topic);
    }

    public Pattern eventsPattern() {
        return Pattern.compile(Pattern.quote(events()) + "(\\..+)?");
    }

    /** Returns the Event Grid topic that a Kafka topic is dedicated to, if any. */
    public Optional<String> dedicatedTo(String kafkaTopic) {
        var start = events() + ".";
        return kafkaTopic.startsWith(start) ? Optional.of(kafkaTopic.substring(start.length())) : Optional.empty();
    }

    /** The group of the topology that matches events. */
    public String matchingGroup() {
        return prefix + "matching";
    }

    /** The group of the workers. */
    public String workersGroup() {
        return prefix + "delivery-worker";
    }

    /** The group of the exporters of dead letters. */
    public String exportersGroup() {
        return prefix + "deadletter-exporter";
    }

    /** The group that copies dead letters to the Kafka topic with this name in the settings. */
    public String copiersGroup(String name) {
        return exportersGroup() + "." + name;
    }

    /** The group that reads the Kafka topics of others. */
    public String sourcesGroup() {
        return prefix + "sources";
    }

    /** Returns whether a Kafka topic is one of Tidings' own, and so none of its users. */
    public boolean owns(String kafkaTopic) {
        return prefix.isEmpty()
                ? own().contains(kafkaTopic)
                        || dedicatedTo(kafkaTopic).isPresent()
                        || kafkaTopic.startsWith(timeline() + "-")
                : kafkaTopic.startsWith(prefix);
    }

    /** Returns whether a Kafka topic has the name of one of Tidings' topics under a prefix that ends in the usual one. */
    public static boolean ofTidings(String kafkaTopic) {
        var unprefixed = new Topics("");
        for (int at = kafkaTopic.indexOf(DEFAULT_PREFIX); at >= 0; at = kafkaTopic.indexOf(DEFAULT_PREFIX, at + 1)) {
            boolean startsWord = at == 0 || !Character.isLetterOrDigit(kafkaTopic.charAt(at - 1));
            if (startsWord && unprefixed.owns(kafkaTopic.substring(at + DEFAULT_PREFIX.length()))) {
                return true;
            }
        }
        return false;
    }

    /** The start of the names of the timeline's topics, and its group. */
    public String timeline() {
        return prefix + "timeline";
    }

    private List<String> own() {
        var own = new ArrayList<>(List.of(events(), topics(), subscriptions(), deadLetters(), attempts(), exports()));
        own.addAll(List.of(stats(), jobs(), probation(), waiting(), waitingIndex(), counts()));
        own.addAll(List.of(rejected(), audit(), conditions(), starts(), deduplication()));
        own.addAll(ladder());
        return own;
    }

    public String topics() {
        return prefix + "topics";
    }

    public String subscriptions() {
        return prefix + "subscriptions";
    }

    public String deliveries() {
        return prefix + "deliveries";
    }

    public String retry(RetryTier tier) {
        return prefix + "retry." + tier.label();
    }

    public String deadLetters() {
        return prefix + "dead-letters";
    }

    public String attempts() {
        return prefix + "attempts";
    }

    /** The ends of dead letters. */
    public String exports() {
        return prefix + "exports";
    }

    /** Counts of each subscription and minute. */
    public String stats() {
        return prefix + "stats";
    }

    /** The requests and the progress of jobs. */
    public String jobs() {
        return prefix + "jobs";
    }

    public String probation() {
        return prefix + "probation";
    }

    /** The deliveries that wait for their turn behind others. */
    public String waiting() {
        return prefix + "waiting";
    }

    /** The topic that says which of the records of {@code waiting} wait, and behind what. */
    public String waitingIndex() {
        return prefix + "waiting.index";
    }

    /** The running counts of each subscription's deliveries. */
    public String counts() {
        return prefix + "counts";
    }

    /** The topic that says how far each subscription has read what a source held before. */
    public String starts() {
        return prefix + "starts";
    }

    /** The first events of their keys, which later ones with the same key repeat. */
    public String deduplication() {
        return prefix + "deduplication";
    }

    public String rejected() {
        return prefix + "rejected";
    }

    /** The changes that managers made. */
    public String audit() {
        return prefix + "audit";
    }

    /** Conditions that exporters reported, and those that were announced as system events. */
    public String conditions() {
        return prefix + "conditions";
    }

    /** The topics that a worker consumes, all with the same number of partitions. */
    public List<String> ladder() {
        var ladder = new ArrayList<String>();
        ladder.add(deliveries());
        for (var tier : RetryTier.values()) {
            ladder.add(retry(tier));
        }
        return List.copyOf(ladder);
    }

    public Optional<RetryTier> tierOf(String kafkaTopic) {
        for (var tier : RetryTier.values()) {
            if (retry(tier).equals(kafkaTopic)) {
                return Optional.of(tier);
            }
        }
        return Optional.empty();
    }
}
