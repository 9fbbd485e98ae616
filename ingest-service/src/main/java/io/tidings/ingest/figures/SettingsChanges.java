package io.tidings.ingest.figures;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.subscription.ExtensionsJson;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.TableChange;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The latest changes of the settings of each subscription since the start. Written by the table's thread, read by any.
 */
public final class SettingsChanges implements Consumer<TableChange> {
    private static final int MOST = 20;

    private final Map<SubscriptionKey, Subscription> present = new HashMap<>();
    private final Map<SubscriptionKey, List<Changed>> changes = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private volatile boolean watching;

    /** @param members that have another value since; none if the subscription was created */
    record Changed(Instant time, List<String> members) {
        Changed {
            members = List.copyOf(members);
        }
    }

    public SettingsChanges(InstantSource clock) {
        this.clock = clock;
    }

    /** Begins: what was read until now had happened before. */
    public void watch() {
        watching = true;
    }

    @Override
    public void accept(TableChange change) {
        switch (change) {
            case TableChange.SubscriptionPut(var entry) -> put(entry.subscription());
            case TableChange.SubscriptionRemoved(var key) -> {
                present.remove(key);
                changes.remove(key);
            }
            case TableChange.SubscriptionIncomplete _,
                    TableChange.DomainTopicChanged _,
                    TableChange.Ignored _,
                    TableChange.TopicPut _,
                    TableChange.EventTypesChanged _,
                    TableChange.TopicRemoved _ -> {}
        }
    }

    private void put(Subscription subscription) {
        var before = present.put(subscription.key(), subscription);
        if (!watching || subscription.equals(before)) {
            return;
        }
        var members = before == null ? List.<String>of() : differing(properties(before), properties(subscription), "");
        if (before == null || !members.isEmpty()) {
            var all = new ArrayList<>(of(subscription.key()));
            all.add(new Changed(clock.instant(), members));
            changes.put(subscription.key(), List.copyOf(all.subList(Math.max(0, all.size() - MOST), all.size())));
        }
    }

    private static JsonNode properties(Subscription subscription) {
        return SubscriptionJson.write(subscription).path("properties");
    }

    private static List<String> differing(JsonNode before, JsonNode after, String prefix) {
        var names = new TreeSet<String>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        var differing = new ArrayList<String>();
        for (var name : names) {
            if (name.equals(ExtensionsJson.MEMBER)) {
                differing.addAll(differing(before.path(name), after.path(name), ExtensionsJson.MEMBER + "."));
            } else if (!before.path(name).equals(after.path(name))) {
                differing.add(prefix + name);
            }
        }
        return differing;
    }

    /** Returns the changes of a subscription, the oldest first. */
    List<Changed> of(SubscriptionKey key) {
        return changes.getOrDefault(key, List.of());
    }
}
