package io.tidings.ingest.access;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.topic.TopicPattern;
import java.util.List;
import java.util.Optional;

/**
 * The queues whose topic and name match: {@code TOPIC/SUBSCRIPTION}, or {@code TOPIC} for all of a topic. The topic of a
 * domain is named in front of a subscription only: {@code DOMAIN/TOPIC/SUBSCRIPTION}.
 */
public record QueuePattern(TopicPattern topic, TopicPattern subscription) {
    /** Returns empty if one of the texts can match no queue's name. */
    static Optional<List<QueuePattern>> parseAll(List<String> texts) {
        var patterns = texts.stream()
                .map(QueuePattern::parse)
                .flatMap(Optional::stream)
                .toList();
        return patterns.size() == texts.size() ? Optional.of(patterns) : Optional.empty();
    }

    private static Optional<QueuePattern> parse(String text) {
        int end = text.lastIndexOf('/');
        var subscription = end < 0 ? Optional.of(TopicPattern.ALL) : TopicPattern.parse(text.substring(end + 1));
        return TopicPattern.parse(end < 0 ? text : text.substring(0, end))
                .flatMap(topic -> subscription.map(name -> new QueuePattern(topic, name)));
    }

    boolean matches(SubscriptionKey queue) {
        return topic.matches(queue.topic()) && subscription.matches(queue.name());
    }

    @Override
    public String toString() {
        return topic + "/" + subscription;
    }
}
