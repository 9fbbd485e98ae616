package io.tidings.ingest.access;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.topic.TopicPattern;
import java.util.List;
import java.util.Optional;

/**
 * A role for the topics that match one of the patterns, or for queues.
 *
 * @param queues of receivers, whose role is for no topics; empty for every other role
 */
public record Grant(Role role, List<TopicPattern> topics, List<QueuePattern> queues) {
    public Grant {
        topics = List.copyOf(topics);
        queues = List.copyOf(queues);
    }

    public Grant(Role role, List<TopicPattern> topics) {
        this(role, topics, List.of());
    }

    /** Returns empty if one of the words can match no name. */
    public static Optional<Grant> parse(Role role, List<String> words) {
        return role == Role.RECEIVER
                ? QueuePattern.parseAll(words).map(queues -> new Grant(role, List.of(), queues))
                : TopicPattern.parseAll(words).map(topics -> new Grant(role, topics));
    }

    public static Grant ofAllTopics(Role role) {
        return new Grant(role, List.of(TopicPattern.ALL));
    }

    boolean covers(String topic) {
        return topics.stream().anyMatch(pattern -> pattern.matches(topic));
    }

    boolean covers(SubscriptionKey queue) {
        return queues.stream().anyMatch(pattern -> pattern.matches(queue));
    }

    boolean coversEveryTopic() {
        return topics.contains(TopicPattern.ALL);
    }

    /** The patterns as they are written. */
    public List<String> words() {
        return queues.isEmpty()
                ? topics.stream().map(TopicPattern::text).toList()
                : queues.stream().map(QueuePattern::toString).toList();
    }
}
