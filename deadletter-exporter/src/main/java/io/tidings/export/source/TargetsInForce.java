package io.tidings.export.source;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.Input;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The subscriptions of a job that something can be delivered to.
 *
 * @param entries in the order of their keys; at least one
 * @param inputs of their topics and domains, by name; a record may name the domain although its event names the topic
 */
public record TargetsInForce(SortedMap<SubscriptionKey, SubscriptionEntry> entries, Map<String, Input> inputs) {
    private static final int SECONDS_TO_READ = 60;

    /** @throws CannotRedrive if nothing can be delivered to any of them */
    public static TargetsInForce of(Job job, KafkaClients clients, Topics topics, Instant now) {
        var table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
        try (var follower = Follower.start(clients, Followed.resources(topics, table, _ -> {}))) {
            KafkaFutures.await(
                    follower.caughtUp().toCompletableFuture().orTimeout(SECONDS_TO_READ, TimeUnit.SECONDS),
                    "reading the subscriptions");
        }
        return of(job, table, now);
    }

    static TargetsInForce of(Job job, ResourceTable table, Instant now) {
        var targets = job.request().targets();
        var entries = new TreeMap<SubscriptionKey, SubscriptionEntry>();
        var refusals = new ArrayList<CannotRedrive>();
        for (var key : targets.keys()) {
            try {
                entries.put(key, inForce(key, job, table, now));
            } catch (CannotRedrive e) {
                refusals.add(e);
            }
        }
        if (entries.isEmpty()) {
            throw refusals.getFirst();
        }
        var inputs = new HashMap<String, Input>();
        for (var key : entries.keySet()) {
            inputs.computeIfAbsent(
                    DomainTopic.owner(key.topic()),
                    topic -> table.topic(topic).orElseThrow().topic().input());
        }
        return new TargetsInForce(entries, inputs);
    }

    private static SubscriptionEntry inForce(SubscriptionKey key, Job job, ResourceTable table, Instant now) {
        var entry = table.subscription(key)
                .filter(_ -> table.topic(key.topic()).isPresent())
                .orElseThrow(() -> new CannotRedrive("there is no subscription " + key
                        + ": create it again, then take the dead letters of the earlier one with select.former"));
        if (entry.subscription().expired(now)) {
            throw new CannotRedrive("subscription " + key + " expired at "
                    + entry.subscription().expires() + ": give it a later expirationTimeUtc, then redrive again");
        }
        if (job.request().kind() == JobKind.START
                && !StartPlaces.job(entry.uid()).equals(job.id())) {
            throw new CannotRedrive("subscription " + key
                    + " was deleted and created again; the other one begins as its own start says");
        }
        var before = job.progress();
        // A job that began for a deleted subscription does not go on with another one of the same name.
        if (before != null && !before.uids().isEmpty() && !before.uids().contains(entry.uid())) {
            throw new CannotRedrive("subscription " + key
                    + " was deleted and created again since the job began; create another job for it");
        }
        return entry;
    }

    /** Returns how events of a topic are read; empty for topics of others, whose events are not parsed. */
    Optional<Input> input(String topic) {
        return Input.find(topic, inputs::get);
    }

    public Set<String> uids() {
        return entries.values().stream().map(SubscriptionEntry::uid).collect(Collectors.toUnmodifiableSet());
    }

    /** Those that the job names, and that get nothing. */
    List<SubscriptionKey> others(Job job) {
        return job.request().targets().keys().stream()
                .filter(key -> !entries.containsKey(key))
                .toList();
    }
}
