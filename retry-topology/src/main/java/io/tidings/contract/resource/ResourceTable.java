package io.tidings.contract.resource;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final SubscriptionJson subscriptionJson;
    private final Map<String, TopicEntry> topics = new ConcurrentSkipListMap<>();
    private final Map<SubscriptionKey, SubscriptionEntry> subscriptions = new ConcurrentSkipListMap<>();
    private final Map<String, String> problems = new ConcurrentHashMap<>();

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

    /** What is wrong with the newest record of this key, if it was ignored. */
    public Optional<String> problem(String key) {
        return Optional.ofNullable(problems.get(key));
    }

    /** Takes in a record of the topics table. */
    public TableChange readTopic(String name, Headers headers, byte @Nullable [] value, long offset) {
        problems.remove(name);
        if (value == null) {
            topics.remove(name);
            return new TableChange.TopicRemoved(name);
        }
        var foreign = foreignFormat(headers);
        if (foreign != null) {
            return ignored(name, foreign, offset);
        }
        return switch (TopicJson.read(name, value)) {
            case Validated.Invalid<TopicResource> invalid -> ignored(name, invalid.sentence(), offset);
            case Validated.Valid<TopicResource>(var topic) -> {
                var entry = new TopicEntry(topic, keys(headers), offset);
                topics.put(name, entry);
                yield new TableChange.TopicPut(entry);
            }
        };
    }

    /** Takes in a record of the subscriptions table. */
    public TableChange readSubscription(String key, Headers headers, byte @Nullable [] value, long offset) {
        problems.remove(key);
        var parsed = SubscriptionKey.parse(key);
        if (parsed.isEmpty()) {
            return ignored(key, "the record's key is not topic/subscription", offset);
        }
        if (value == null) {
            subscriptions.remove(parsed.get());
            return new TableChange.SubscriptionRemoved(parsed.get());
        }
        var foreign = foreignFormat(headers);
        if (foreign != null) {
            return ignored(key, foreign, offset);
        }
        return switch (subscriptionJson.read(parsed.get(), value)) {
            case Validated.Invalid<Subscription> invalid -> ignored(key, invalid.sentence(), offset);
            case Validated.Valid<Subscription>(var subscription) -> put(subscription, headers, offset);
        };
    }

    private TableChange put(Subscription subscription, Headers headers, long offset) {
        var uid = HeaderText.of(headers, HeaderNames.SUBSCRIPTION_UID);
        var provisioning = ProvisioningHeaders.read(headers);
        if (uid == null || provisioning.isEmpty()) {
            problems.put(subscription.key().toString(), "its owner has not completed it yet");
            return new TableChange.SubscriptionIncomplete(subscription, offset);
        }
        var entry = new SubscriptionEntry(subscription, uid, provisioning.get(), offset);
        subscriptions.put(subscription.key(), entry);
        return new TableChange.SubscriptionPut(entry);
    }

    private TableChange ignored(String key, String problem, long offset) {
        problems.put(key, problem);
        return new TableChange.Ignored(key, problem, offset);
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
