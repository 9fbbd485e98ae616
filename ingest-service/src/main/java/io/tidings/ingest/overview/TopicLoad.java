package io.tidings.ingest.overview;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.ingest.health.RecentAttempts;
import io.tidings.ingest.health.SubscriptionFacts;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a topic in numbers. Pure.
 *
 * @param failing that fail or are on probation
 * @param waiting deliveries
 * @param recent of all; null if it is not known
 */
record TopicLoad(
        String topic,
        int subscriptions,
        int failing,
        long waiting,
        @Nullable RecentAttempts recent) {
    private static final Comparator<TopicLoad> MOST_URGENT_FIRST = Comparator.comparingInt(TopicLoad::failing)
            .thenComparingLong(TopicLoad::waiting)
            .reversed()
            .thenComparing(TopicLoad::topic);

    static List<TopicLoad> mostUrgentFirst(
            Collection<String> topics, Collection<SubscriptionFacts> subscriptions, Instant now) {
        var loads = new HashMap<String, TopicLoad>();
        topics.forEach(topic -> loads.put(topic, new TopicLoad(topic, 0, 0, 0, null)));
        for (var each : subscriptions) {
            loads.computeIfPresent(DomainTopic.owner(each.key().topic()), (_, sum) -> sum.plus(each, now));
        }
        return loads.values().stream().sorted(MOST_URGENT_FIRST).toList();
    }

    private TopicLoad plus(SubscriptionFacts facts, Instant now) {
        boolean fails = switch (facts.health(now)) {
            case FAILING, ON_PROBATION -> true;
            case NOT_VALIDATED, PAUSED, DELIVERING, NO_TRAFFIC -> false;
        };
        var more = facts.recent();
        return new TopicLoad(
                topic,
                subscriptions + 1,
                fails ? failing + 1 : failing,
                waiting + facts.waiting(),
                recent == null ? more : more == null ? recent : recent.plus(more));
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("topic", topic)
                .put("subscriptions", subscriptions)
                .put("failing", failing)
                .put("waiting", waiting);
        if (recent != null) {
            json.set("recent", recent.json());
        }
        return json;
    }
}
