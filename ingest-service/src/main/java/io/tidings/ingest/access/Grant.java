package io.tidings.ingest.access;

import io.tidings.contract.topic.TopicPattern;
import java.util.List;

/** A role for the topics that match one of the patterns. */
public record Grant(Role role, List<TopicPattern> topics) {
    public Grant {
        topics = List.copyOf(topics);
    }

    public static Grant ofAllTopics(Role role) {
        return new Grant(role, List.of(TopicPattern.ALL));
    }

    boolean covers(String topic) {
        return topics.stream().anyMatch(pattern -> pattern.matches(topic));
    }

    boolean coversEveryTopic() {
        return topics.contains(TopicPattern.ALL);
    }
}
