package io.tidings.export.source;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.Input;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.runtime.follower.TableFollower;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** @param input of its topic */
public record SubscriptionInForce(SubscriptionEntry entry, Input input) {
    private static final int SECONDS_TO_READ = 60;

    /** @throws CannotRedrive if nothing can be delivered to it */
    public static SubscriptionInForce of(SubscriptionKey key, KafkaClients clients, Topics topics, Instant now) {
        var table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
        try (var follower = TableFollower.start(clients, topics, table, _ -> {})) {
            KafkaFutures.await(
                    follower.caughtUp().toCompletableFuture().orTimeout(SECONDS_TO_READ, TimeUnit.SECONDS),
                    "reading the subscriptions");
        }
        var entry = table.subscription(key)
                .filter(_ -> table.topic(key.topic()).isPresent())
                .orElseThrow(() -> new CannotRedrive("there is no subscription " + key
                        + ": create it again, then take the dead letters of the earlier one with select.former"));
        if (entry.subscription().expired(now)) {
            throw new CannotRedrive("subscription " + key + " expired at "
                    + entry.subscription().expires() + ": give it a later expirationTimeUtc, then redrive again");
        }
        var input = table.topic(key.topic()).orElseThrow().topic().input();
        return new SubscriptionInForce(entry, input);
    }
}
