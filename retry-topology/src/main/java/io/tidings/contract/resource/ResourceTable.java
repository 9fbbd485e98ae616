package io.tidings.contract.resource;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The topics and subscriptions in force, as read so far from their compacted tables.
 *
 * <p>Written by the one thread that reads the tables, read by any.
 */
public final class ResourceTable {
    /** What {@link #problem} says of a record that was written with foreign tools until its owner has seen it. */
    public static final String INCOMPLETE = "its owner has not completed it yet";

    /** What only a setting forbids may be allowed again: to replace it would lose it. */
    private static final SubscriptionJson WHATEVER_IS_SET = new SubscriptionJson(new EndpointRules(true));

    private final SubscriptionJson subscriptionJson;
    private final Map<String, TopicEntry> topics = new ConcurrentSkipListMap<>();
    private final Map<SubscriptionKey, SubscriptionEntry> subscriptions = new ConcurrentSkipListMap<>();
    private final Map<String, Problem> topicProblems = new ConcurrentHashMap<>();
    private final Map<SubscriptionKey, Problem> subscriptionProblems = new ConcurrentHashMap<>();

    /**
     * What is wrong with a record.
     *
     * @param displaces whether the record stands where the one in force should, and can be replaced by it
     */
    private record Problem(String sentence, boolean displaces) {}

    public ResourceTable(SubscriptionJson subscriptionJson) {
        this.subscriptionJson = subscriptionJson;
    }

    public Optional<TopicEntry> topic(String name) {
        return Optional.ofNullable(topics.get(name));
    }

    public Collection<TopicEntry> topics() {
        return List.copyOf(topics.values());
    }

    public Optional<SubscriptionEntry> subscription(SubscriptionKey key) {
        return Optional.ofNullable(subscriptions.get(key));
    }

    /** Those of one topic, by name. */
    public List<SubscriptionEntry> subscriptions(String topic) {
        return subscriptions.values().stream()
                .filter(entry -> entry.subscription().key().topic().equals(topic))
                .toList();
    }

    /** What is wrong with the newest record of this subscription, or of the invalid one that it replaces. */
    public Optional<String> problem(SubscriptionKey key) {
        return Optional.ofNullable(subscriptionProblems.get(key)).map(Problem::sentence);
    }

    /** What is wrong with the newest record of this topic, or of the invalid one that it replaces. */
    public Optional<String> topicProblem(String name) {
        return Optional.ofNullable(topicProblems.get(name)).map(Problem::sentence);
    }

    /** Subscriptions in force whose newest record is invalid: compaction will take the one that is in force. */
    public List<SubscriptionKey> displacedSubscriptions() {
        return displaced(subscriptionProblems, subscriptions.keySet());
    }

    /** Topics in force whose newest record is invalid. */
    public List<String> displacedTopics() {
        return displaced(topicProblems, topics.keySet());
    }

    private static <K> List<K> displaced(Map<K, Problem> problems, Set<K> inForce) {
        return problems.entrySet().stream()
                .filter(each -> each.getValue().displaces() && inForce.contains(each.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Takes in a record of the topics table. */
    public TableChange readTopic(String name, Headers headers, byte @Nullable [] value, long offset) {
        topicProblems.remove(name);
        if (value == null) {
            topics.remove(name);
            return new TableChange.TopicRemoved(name);
        }
        var foreign = foreignFormat(headers);
        if (foreign != null) {
            topicProblems.put(name, new Problem(foreign, false));
            return new TableChange.Ignored(name, foreign, offset);
        }
        return switch (TopicJson.read(name, value)) {
            case Validated.Invalid<TopicResource> invalid -> {
                topicProblems.put(name, new Problem(invalid.sentence(), true));
                yield new TableChange.Ignored(name, invalid.sentence(), offset);
            }
            case Validated.Valid<TopicResource>(var topic) -> {
                var entry = new TopicEntry(topic, keys(headers), offset);
                topics.put(name, entry);
                noteReplaced(topicProblems, name, headers);
                yield new TableChange.TopicPut(entry);
            }
        };
    }

    /** Takes in a record of the subscriptions table. */
    public TableChange readSubscription(String key, Headers headers, byte @Nullable [] value, long offset) {
        var parsed = SubscriptionKey.parse(key);
        return parsed.isEmpty()
                ? new TableChange.Ignored(key, "the record's key is not topic/subscription", offset)
                : readSubscription(parsed.get(), headers, value, offset);
    }

    private TableChange readSubscription(SubscriptionKey key, Headers headers, byte @Nullable [] value, long offset) {
        subscriptionProblems.remove(key);
        if (value == null) {
            subscriptions.remove(key);
            return new TableChange.SubscriptionRemoved(key);
        }
        var foreign = foreignFormat(headers);
        if (foreign != null) {
            subscriptionProblems.put(key, new Problem(foreign, false));
            return new TableChange.Ignored(key.toString(), foreign, offset);
        }
        return switch (subscriptionJson.read(key, value)) {
            case Validated.Invalid<Subscription> invalid -> {
                boolean displaces = WHATEVER_IS_SET.read(key, value) instanceof Validated.Invalid<Subscription>;
                subscriptionProblems.put(key, new Problem(invalid.sentence(), displaces));
                yield new TableChange.Ignored(key.toString(), invalid.sentence(), offset);
            }
            case Validated.Valid<Subscription>(var subscription) -> put(subscription, headers, offset);
        };
    }

    private TableChange put(Subscription subscription, Headers headers, long offset) {
        var uid = HeaderText.of(headers, HeaderNames.SUBSCRIPTION_UID);
        var provisioning = ProvisioningHeaders.read(headers);
        if (uid == null || provisioning.isEmpty()) {
            subscriptionProblems.put(subscription.key(), new Problem(INCOMPLETE, false));
            return new TableChange.SubscriptionIncomplete(subscription, offset);
        }
        var entry = new SubscriptionEntry(subscription, uid, provisioning.get(), offset);
        subscriptions.put(subscription.key(), entry);
        noteReplaced(subscriptionProblems, subscription.key(), headers);
        return new TableChange.SubscriptionPut(entry);
    }

    private static <K> void noteReplaced(Map<K, Problem> problems, K key, Headers headers) {
        var replaced = HeaderText.of(headers, HeaderNames.RECORD_ERROR);
        if (replaced != null) {
            problems.put(key, new Problem(replaced, false));
        }
    }

    private static @Nullable TopicKeys keys(Headers headers) {
        var key1 = HeaderText.of(headers, HeaderNames.KEY_1);
        var key2 = HeaderText.of(headers, HeaderNames.KEY_2);
        return key1 == null || key2 == null ? null : new TopicKeys(key1, key2);
    }

    /** Foreign tools need not say a format; a format this release does not know must not be guessed at. */
    private static @Nullable String foreignFormat(Headers headers) {
        var format = HeaderText.of(headers, HeaderNames.FORMAT);
        return format == null || format.equals(HeaderNames.FORMAT_1)
                ? null
                : "header " + HeaderNames.FORMAT + " is \"" + format + "\", this release reads \""
                        + HeaderNames.FORMAT_1 + "\"";
    }
}
