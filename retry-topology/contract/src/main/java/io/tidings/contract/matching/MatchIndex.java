package io.tidings.contract.matching;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.Input;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.Deduplicate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The topics and the subscriptions that their events are matched against. Written by the thread that reads the
 * tables, read by any.
 */
public final class MatchIndex {
    private final Map<String, Input> inputs = new ConcurrentHashMap<>();
    private final Map<String, Deduplicate> deduplicated = new ConcurrentHashMap<>();
    private final Map<String, TypeIndex> candidates = new ConcurrentHashMap<>();

    public void apply(TableChange change) {
        switch (change) {
            case TableChange.TopicPut(var entry) -> put(entry);
            case TableChange.EventTypesChanged(var _, var topic) -> {
                if (topic != null) {
                    put(topic);
                }
            }
            case TableChange.TopicRemoved(var topic) -> {
                inputs.remove(topic);
                deduplicated.remove(topic);
            }
            case TableChange.SubscriptionPut(var entry) -> put(entry);
            case TableChange.SubscriptionRemoved(var key) -> remove(key);
            case TableChange.DomainTopicChanged _, // matching does not ask which topics a domain has
                    TableChange.SubscriptionIncomplete _,
                    TableChange.Ignored _ -> {}
        }
    }

    private void put(TopicEntry entry) {
        var topic = entry.topic();
        inputs.put(topic.name(), entry.input());
        if (topic.deduplicate() == null) {
            deduplicated.remove(topic.name());
        } else {
            deduplicated.put(topic.name(), topic.deduplicate());
        }
    }

    private void put(SubscriptionEntry entry) {
        var key = entry.subscription().key();
        if (entry.matches()) {
            candidates
                    .computeIfAbsent(key.topic(), _ -> new TypeIndex())
                    .put(key.name(), CompiledSubscription.of(entry));
        } else {
            remove(key);
        }
    }

    private void remove(SubscriptionKey key) {
        candidates.computeIfPresent(key.topic(), (_, ofTopic) -> {
            ofTopic.remove(key.name());
            return ofTopic.count() == 0 ? null : ofTopic; // topics of domains come and go
        });
    }

    /** Returns empty for a topic that does not exist; a domain has every topic that an event names. */
    public Optional<Input> input(String topic) {
        return Input.find(topic, inputs::get);
    }

    /** Returns how events of a topic are deduplicated; null if they are not, as those of a topic that does not exist. */
    public @Nullable Deduplicate deduplicate(String topic) {
        return deduplicated.get(topic);
    }

    /** Returns the topics whose events are deduplicated. */
    public Map<String, Deduplicate> deduplicated() {
        return Collections.unmodifiableMap(deduplicated);
    }

    /** Returns the subscriptions of a topic and of its domain, except those for other event types. */
    public List<CompiledSubscription> candidates(String topic, String eventType) {
        return ofBoth(topic, index -> index.of(eventType));
    }

    public int count(String topic) {
        return count(candidates.get(topic))
                + (DomainTopic.owner(topic).equals(topic) ? 0 : count(candidates.get(DomainTopic.owner(topic))));
    }

    private static int count(@Nullable TypeIndex index) {
        return index == null ? 0 : index.count();
    }

    public List<CompiledSubscription> candidates(String topic) {
        return ofBoth(topic, TypeIndex::all);
    }

    /** The scope of a domain comes first. */
    private List<CompiledSubscription> ofBoth(
            String topic, Function<TypeIndex, List<CompiledSubscription>> subscriptions) {
        var own = candidates.get(topic);
        var domain = DomainTopic.owner(topic);
        var ofDomain = domain.equals(topic) ? null : candidates.get(domain);
        if (own == null || ofDomain == null) {
            var only = own == null ? ofDomain : own;
            return only == null ? List.of() : subscriptions.apply(only);
        }
        return TypeIndex.joined(subscriptions.apply(ofDomain), subscriptions.apply(own));
    }

    /** Returns the subscription that an event of the topic names as the only one, if it is a candidate. */
    public List<CompiledSubscription> candidate(String topic, String only) {
        return candidates(topic).stream()
                .filter(each -> each.key().gets(topic, only))
                .toList();
    }

    /** Returns a sentence for the owner why a valid subscription never matches, if so. */
    public Optional<String> obstacle(SubscriptionEntry entry) {
        var topic = entry.subscription().key().topic();
        var known = input(topic);
        if (known.isEmpty()) {
            return Optional.of("there is no topic " + topic + " yet; create it");
        }
        var input = known.get().schema();
        var wanted = entry.subscription().deliveredAs(input);
        return input.deliverableAs(wanted)
                ? Optional.empty()
                : Optional.of("events of topic " + topic + " (" + input.inputName() + ") cannot be delivered as "
                        + wanted.deliveryName() + "; change its eventDeliverySchema");
    }

    public List<CompiledSubscription> candidates() {
        var all = new ArrayList<CompiledSubscription>();
        candidates.values().forEach(ofTopic -> all.addAll(ofTopic.all()));
        return all;
    }
}
