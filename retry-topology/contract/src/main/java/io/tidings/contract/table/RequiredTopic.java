package io.tidings.contract.table;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.event.EventSchema;
import java.util.Optional;
import java.util.stream.Collectors;

/** A topic that a setting names, and the input schema that it must have. */
public record RequiredTopic(String name, EventSchema schema) {
    private static final int MOST_NAMED = 10;

    /** Returns why events published to the topic would be rejected. */
    public Optional<String> problem(ResourceTable existing) {
        if (DomainTopic.parse(name).isPresent() || existing.domain(name).isPresent()) {
            return Optional.of("\"" + name + "\" is of a domain, whose events come from its tenants. Name a topic");
        }
        var entry = existing.topic(name);
        if (entry.isPresent()) {
            return schemaProblem(entry.get());
        }
        var unreadable = existing.topicProblem(name);
        return unreadable.isPresent()
                ? unreadable.map(cause -> "topic \"" + name + "\" cannot be used: " + cause)
                : Optional.of("there is no topic \"" + name + "\" (" + names(existing) + ")");
    }

    private Optional<String> schemaProblem(TopicEntry entry) {
        var found = entry.topic().inputSchema();
        return found == schema
                ? Optional.empty()
                : Optional.of("topic \"" + name + "\" has the input schema " + found.inputName()
                        + ". Name a topic that has " + schema.inputName());
    }

    /** The ways to create a topic, for messages. */
    public static String creation(String topic) {
        return DomainTopic.parse(topic)
                .map(each -> "with PUT /domains/" + each.domain() + "/topics/" + each.name())
                .orElseGet(() -> creation("", topic) + "PUT /topics/" + topic);
    }

    /** The ways to create this topic, for messages. */
    public String creation() {
        return creation("--input-schema " + schema.inputName() + " ", name) + "PUT /topics/" + name
                + " and {\"properties\":{\"inputSchema\":\"" + schema.inputName() + "\"}}";
    }

    private static String creation(String options, String topic) {
        var operand = topic.startsWith("-") ? "-- " + topic : topic;
        return "with tidings topic create " + options + operand + ", in the console, or with ";
    }

    private static String names(ResourceTable existing) {
        var topics = existing.topics();
        if (topics.isEmpty()) {
            return "there are none";
        }
        var names = topics.stream()
                .map(entry -> entry.topic().name())
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
        return "there are " + (topics.size() > MOST_NAMED ? names + ", …" : names);
    }
}
