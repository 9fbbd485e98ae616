package io.tidings.contract.table;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.eventtype.EventType;
import io.tidings.contract.eventtype.EventTypeJson;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The present topics and subscriptions. Written by the one thread that reads their tables, read by any. */
public final class ResourceTable {
    /** The problem of a record of another tool until its owning program has completed it. */
    public static final String INCOMPLETE = "its owner has not completed it yet";

    /** A URL that is only forbidden by a setting may be allowed again, so its record stays valid. */
    private static final SubscriptionJson WHATEVER_IS_SET = new SubscriptionJson(new EndpointRules(true)).ofRecords();

    /** Behind a topic's name, it makes a key that no other key of the topic comes before. */
    private static final String FIRST_NAME = "/\0";

    private final SubscriptionJson subscriptionJson;
    private final ResourceSecrets secrets;
    private final EventTypeTable eventTypes;
    private final Map<String, TopicEntry> topics = new ConcurrentSkipListMap<>();
    /**
     * The topics of domains, each with whether there is a record of it. One without has subscriptions, because another
     * instance deleted it while they were written. The domain may be gone.
     */
    private final NavigableMap<String, Boolean> domainTopics = new ConcurrentSkipListMap<>();
    /** For lists. */
    private final NavigableMap<SubscriptionKey, SubscriptionEntry> subscriptions = new ConcurrentSkipListMap<>();
    /** The same entries: a worker looks up one for each delivery. */
    private final Map<SubscriptionKey, SubscriptionEntry> byKey = new ConcurrentHashMap<>();

    private final AtomicInteger toDomainTopics = new AtomicInteger();

    private final Map<String, Problem> topicProblems = new ConcurrentHashMap<>();
    private final Map<SubscriptionKey, Problem> subscriptionProblems = new ConcurrentHashMap<>();
    private final Set<String> topicsToSeal = ConcurrentHashMap.newKeySet();
    private final Set<SubscriptionKey> subscriptionsToSeal = ConcurrentHashMap.newKeySet();

    /** @param displaces whether compaction will remove the valid record behind it, so that it must be written again */
    private record Problem(String sentence, boolean displaces) {}

    public ResourceTable(SubscriptionJson subscriptionJson) {
        this(subscriptionJson, ResourceSecrets.unopened());
    }

    /** The table of a program that checks no events. */
    public ResourceTable(SubscriptionJson subscriptionJson, ResourceSecrets secrets) {
        this(subscriptionJson, secrets, EventTypeTable.ignored());
    }

    public ResourceTable(SubscriptionJson subscriptionJson, ResourceSecrets secrets, EventTypeTable eventTypes) {
        this.subscriptionJson = subscriptionJson.ofRecords();
        this.secrets = secrets;
        this.eventTypes = eventTypes;
    }

    /** Returns a topic, a domain, or a topic of a domain. */
    public Optional<TopicEntry> topic(String name) {
        var entry = topics.get(name);
        return entry != null || !domainTopics.containsKey(name)
                ? Optional.ofNullable(entry)
                : DomainTopic.parse(name).flatMap(each -> domain(each.domain()).map(domain -> domain.in(each)));
    }

    /** Returns a topic that exists, or that its first subscription creates in its domain. */
    public Optional<TopicEntry> topicOrNew(String name) {
        return topic(name)
                .or(() -> DomainTopic.parse(name)
                        .flatMap(each -> domain(each.domain())
                                .filter(domain -> domain.topic().domain() != null
                                        && domain.topic().domain().createsTopics())
                                .map(domain -> domain.in(each))));
    }

    /** Returns empty for a topic, too. */
    public Optional<TopicEntry> domain(String name) {
        return Optional.ofNullable(topics.get(name))
                .filter(entry -> entry.topic().domain() != null);
    }

    /** Returns the topics of a domain, such as {@code domain/topic}, without a copy: there may be many. */
    public NavigableSet<String> domainTopics(String domain) {
        return Collections.unmodifiableNavigableSet(domainTopics
                .subMap(domain + '/', true, domain + (char) ('/' + 1), false)
                .navigableKeySet());
    }

    /** Returns how many topics all domains have. */
    public int domainTopicCount() {
        return domainTopics.size();
    }

    /** Returns how many subscriptions the topics of all domains have. */
    public int subscriptionsToDomainTopics() {
        return toDomainTopics.get();
    }

    /** Returns topics and domains, without the topics of domains. */
    public Collection<TopicEntry> topics() {
        return List.copyOf(topics.values());
    }

    public EventTypeTable eventTypes() {
        return eventTypes;
    }

    /** Event types that outlived their topic, because another tool or a former release deleted it. */
    public List<EventTypeKey> orphanedEventTypes() {
        return eventTypes.orphans(topic -> topics.containsKey(topic) || topicProblems.containsKey(topic));
    }

    public Optional<SubscriptionEntry> subscription(SubscriptionKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    public Collection<SubscriptionEntry> subscriptions() {
        return List.copyOf(subscriptions.values());
    }

    /** Returns the subscriptions of a topic by name, without a look at those of other topics. */
    public List<SubscriptionEntry> subscriptions(String topic) {
        return SubscriptionKey.parse(topic + FIRST_NAME)
                .map(first -> subscriptions.tailMap(first).values().stream()
                        .takeWhile(entry -> entry.subscription().key().topic().equals(topic))
                        .toList())
                .orElse(List.of());
    }

    /** Returns what is wrong with the newest record, or with the invalid record that it replaces. */
    public Optional<String> problem(SubscriptionKey key) {
        return Optional.ofNullable(subscriptionProblems.get(key)).map(Problem::sentence);
    }

    /** Returns what is wrong with the newest record, or with the invalid record that it replaces. */
    public Optional<String> topicProblem(String name) {
        return Optional.ofNullable(topicProblems.get(name)).map(Problem::sentence);
    }

    /** Valid subscriptions with a newer, invalid record: compaction will remove the valid one. */
    public List<SubscriptionKey> displacedSubscriptions() {
        return displaced(subscriptionProblems, subscriptions.keySet());
    }

    public List<String> displacedTopics() {
        return displaced(topicProblems, topics.keySet());
    }

    /** Subscriptions with a secret in plain text, without an origin, or sealed with another key than the first. */
    public List<SubscriptionKey> subscriptionsToSeal() {
        return List.copyOf(subscriptionsToSeal);
    }

    public List<String> topicsToSeal() {
        return List.copyOf(topicsToSeal);
    }

    private static <K> List<K> displaced(Map<K, Problem> problems, Set<K> inForce) {
        return problems.entrySet().stream()
                .filter(each -> each.getValue().displaces() && inForce.contains(each.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Reads a record of the topics table: a topic, a domain or a topic of one, or an event type of any. */
    public TableChange readTopic(String key, Headers headers, byte @Nullable [] value, long offset) {
        return EventTypeKey.parse(key)
                .map(type -> readEventType(type, headers, value, offset))
                .or(() -> DomainTopic.parse(key).map(topic -> readDomainTopic(topic, headers, value, offset)))
                .orElseGet(() -> readTopicItself(key, headers, value, offset));
    }

    private TableChange readEventType(EventTypeKey key, Headers headers, byte @Nullable [] value, long offset) {
        if (value == null) {
            eventTypes.remove(key);
            return ruled(key);
        }
        if (!eventTypes.isKept()) {
            return new TableChange.EventTypesChanged(key, null);
        }
        var foreign = new ResourceHeaders(headers).foreignFormat();
        if (foreign != null) {
            return new TableChange.Ignored(path(key), foreign, offset);
        }
        var refusal = eventTypes.refusal(key, value.length);
        if (refusal.isPresent()) {
            return new TableChange.Ignored(path(key), refusal.get(), offset);
        }
        return switch (EventTypeJson.readRecord(key, value)) {
            case Validated.Invalid<EventType> invalid -> new TableChange.Ignored(path(key), invalid.sentence(), offset);
            case Validated.Valid<EventType>(var type) -> {
                eventTypes.put(new EventTypeEntry(type, value));
                yield ruled(key);
            }
        };
    }

    /** The key of no subscription. */
    private static String path(EventTypeKey key) {
        return "topics/" + key;
    }

    /** Gives a topic the rules of its event types. */
    private TableChange ruled(EventTypeKey changed) {
        return new TableChange.EventTypesChanged(
                changed,
                topics.computeIfPresent(changed.topic(), (_, entry) -> entry.with(eventTypes.rules(entry.topic()))));
    }

    /** The record holds nothing: all that a topic of a domain has is its domain's. */
    private TableChange readDomainTopic(DomainTopic topic, Headers headers, byte @Nullable [] value, long offset) {
        var foreign = new ResourceHeaders(headers).foreignFormat();
        if (value != null && foreign != null) {
            // The key of no subscription.
            return new TableChange.Ignored("domains/" + topic.domain() + "/topics/" + topic.name(), foreign, offset);
        }
        var name = topic.toString();
        if (value != null || hasSubscriptions(name)) {
            domainTopics.put(name, value != null);
        } else {
            domainTopics.remove(name);
        }
        return new TableChange.DomainTopicChanged(topic);
    }

    private boolean hasSubscriptions(String topic) {
        return SubscriptionKey.parse(topic + FIRST_NAME)
                .flatMap(first -> subscriptions.tailMap(first).keySet().stream().findFirst())
                .filter(key -> key.topic().equals(topic))
                .isPresent();
    }

    private TableChange readTopicItself(String name, Headers headers, byte @Nullable [] value, long offset) {
        topicProblems.remove(name);
        if (value == null) {
            topics.remove(name);
            eventTypes.removeOf(name);
            topicsToSeal.remove(name);
            return new TableChange.TopicRemoved(name);
        }
        var own = new ResourceHeaders(headers);
        var foreign = own.foreignFormat();
        if (foreign != null) {
            topicProblems.put(name, new Problem(foreign, false));
            return new TableChange.Ignored(name, foreign, offset);
        }
        return switch (TopicJson.readRecord(name, value)) {
            case Validated.Invalid<TopicResource> invalid -> {
                topicProblems.put(name, new Problem(invalid.sentence(), !own.ofTidings()));
                yield new TableChange.Ignored(name, invalid.sentence(), offset);
            }
            case Validated.Valid<TopicResource>(var topic) -> {
                var entry = new TopicEntry(topic, keys(name, headers), eventTypes.rules(topic), offset);
                topics.put(name, entry);
                noteReplaced(topicProblems, name, headers);
                noteLocked(entry);
                yield new TableChange.TopicPut(entry);
            }
        };
    }

    /** Reads a record without pauses, whenever it was appended. */
    public TableChange readSubscription(String key, Headers headers, byte @Nullable [] value, long offset) {
        return readSubscription(key, headers, value, offset, Instant.EPOCH);
    }

    /** @param appended when the record was appended */
    public TableChange readSubscription(
            String key, Headers headers, byte @Nullable [] value, long offset, Instant appended) {
        var parsed = SubscriptionKey.parse(key);
        return parsed.isEmpty()
                ? new TableChange.Ignored(
                        key, "the record's key is not topic/subscription or domain/topic/subscription", offset)
                : readSubscription(parsed.get(), headers, value, offset, appended);
    }

    private TableChange readSubscription(
            SubscriptionKey key, Headers headers, byte @Nullable [] value, long offset, Instant appended) {
        subscriptionProblems.remove(key);
        if (value == null) {
            subscriptions.remove(key);
            if (byKey.remove(key) != null) {
                noteRemoved(key.topic());
            }
            subscriptionsToSeal.remove(key);
            return new TableChange.SubscriptionRemoved(key);
        }
        var own = new ResourceHeaders(headers);
        var foreign = own.foreignFormat();
        if (foreign != null) {
            subscriptionProblems.put(key, new Problem(foreign, false));
            return new TableChange.Ignored(key.toString(), foreign, offset);
        }
        return switch (subscriptionJson.readRecord(key, value, own.ofTidings(), own.requires())) {
            case Validated.Invalid<Subscription> invalid -> {
                boolean displaces = WHATEVER_IS_SET.readRecord(key, value, own.ofTidings(), own.requires())
                        instanceof Validated.Invalid<Subscription>;
                subscriptionProblems.put(key, new Problem(invalid.sentence(), displaces));
                yield new TableChange.Ignored(key.toString(), invalid.sentence(), offset);
            }
            case Validated.Valid<Subscription>(var subscription) ->
                secrets.misfit(subscription)
                        .map(sentence -> misfit(key, sentence, offset))
                        .orElseGet(() -> put(subscription, headers, offset, appended));
        };
    }

    /** A secret at another place than it was sealed for is not sent; the former version stays in force. */
    private TableChange misfit(SubscriptionKey key, String sentence, long offset) {
        subscriptionProblems.put(key, new Problem(sentence, true));
        return new TableChange.Ignored(key.toString(), sentence, offset);
    }

    private TableChange put(Subscription subscription, Headers headers, long offset, Instant appended) {
        var own = new ResourceHeaders(headers);
        var uid = own.uid();
        var provisioning = own.provisioning();
        var key = subscription.key();
        if (uid == null || provisioning.isEmpty()) {
            subscriptionProblems.put(key, new Problem(INCOMPLETE, false));
            return new TableChange.SubscriptionIncomplete(secrets.open(subscription), offset);
        }
        note(subscriptionsToSeal, key, !secrets.upToDate(subscription, provisioning.get()));
        var entry = new SubscriptionEntry(
                secrets.open(subscription),
                uid,
                secrets.open(key, provisioning.get()),
                offset,
                own.pauses(subscription.paused(), appended));
        subscriptions.put(key, entry);
        if (byKey.put(key, entry) == null) {
            noteAdded(key.topic());
        }
        noteReplaced(subscriptionProblems, key, headers);
        noteLocked(entry);
        return new TableChange.SubscriptionPut(entry);
    }

    private void noteAdded(String topic) {
        if (DomainTopic.parse(topic).isPresent()) {
            toDomainTopics.incrementAndGet();
            domainTopics.putIfAbsent(topic, false);
        }
    }

    private void noteRemoved(String topic) {
        if (DomainTopic.parse(topic).isPresent()) {
            toDomainTopics.decrementAndGet();
            if (!domainTopics.getOrDefault(topic, true) && !hasSubscriptions(topic)) {
                domainTopics.remove(topic);
            }
        }
    }

    private static <K> void noteReplaced(Map<K, Problem> problems, K key, Headers headers) {
        var replaced = new ResourceHeaders(headers).replaced();
        if (replaced != null) {
            problems.put(key, new Problem(replaced, false));
        }
    }

    private void noteLocked(TopicEntry entry) {
        var name = entry.topic().name();
        var keys = entry.keys();
        if (keys != null) {
            secrets.problem(name, keys).ifPresent(text -> {
                topicProblems.put(name, new Problem(text, false));
                topicsToSeal.remove(name);
            });
        }
    }

    /** A secret that cannot be opened cannot be sealed again either, and what is not understood is left alone. */
    private void noteLocked(SubscriptionEntry entry) {
        var key = entry.subscription().key();
        var hindrance = entry.subscription()
                .unread()
                .hindrance()
                .map(text -> "the deliveries of subscription " + key + " wait: " + text
                        + "; run the release that wrote it, or write the subscription again");
        hindrance
                .or(() -> secrets.problem(entry.subscription(), entry.provisioning()))
                .ifPresent(text -> {
                    subscriptionProblems.put(key, new Problem(text, false));
                    subscriptionsToSeal.remove(key);
                });
    }

    private static <K> void note(Set<K> set, K key, boolean member) {
        if (member) {
            set.add(key);
        } else {
            set.remove(key);
        }
    }

    private @Nullable TopicKeys keys(String topic, Headers headers) {
        var keys = new ResourceHeaders(headers).keys();
        if (keys == null) {
            topicsToSeal.remove(topic);
            return null;
        }
        note(topicsToSeal, topic, !secrets.upToDate(topic, keys));
        return secrets.open(topic, keys);
    }
}
