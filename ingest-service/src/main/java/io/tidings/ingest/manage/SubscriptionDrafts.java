package io.tidings.ingest.manage;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Unread;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.SubscriptionRules;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decides what a PUT or PATCH of a subscription stores. Reads the table and writes nothing. */
record SubscriptionDrafts(
        ResourceTable table, SubscriptionRules rules, EndpointValidation endpointValidation, Clock clock) {
    sealed interface Draft {
        record Refused(Response response) implements Draft {}

        /**
         * @param before null for a new subscription
         * @param problem the error in a record of another tool that stays known; null if there is none
         */
        record Accepted(
                Subscription subscription,
                String uid,
                Provisioning provisioning,
                @Nullable SubscriptionEntry before,
                @Nullable String problem)
                implements Draft {
            boolean creates() {
                return before == null;
            }

            /** Returns the subscription as it would be, at the offset of the version that it replaces. */
            SubscriptionEntry entry() {
                return new SubscriptionEntry(subscription, uid, provisioning, before == null ? 0 : before.offset());
            }
        }
    }

    Draft ofPut(SubscriptionKey key, byte[] body, Request request) {
        return of(key, body, Unread.NONE, request);
    }

    /** @param unread what the record keeps besides */
    private Draft of(SubscriptionKey key, byte[] body, Unread unread, Request request) {
        var topic = table.topicOrNew(key.topic());
        if (topic.isEmpty()) {
            return new Draft.Refused(noTopic(key.topic()));
        }
        var now = clock.instant();
        return switch (rules.read(
                key, body, table.subscription(key), topic.get().topic(), now)) {
            case Validated.Invalid<Subscription>(var violations) ->
                new Draft.Refused(RequestBodies.invalid(violations));
            case Validated.Valid<Subscription>(var subscription) -> replacing(subscription.with(unread), request, now);
        };
    }

    private Draft replacing(Subscription subscription, Request request, Instant now) {
        var before = table.subscription(subscription.key());
        var broken = Preconditions.of(request).brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return new Draft.Refused(Response.of(broken.get()));
        }
        var tooMany = before.isPresent()
                ? Optional.<String>empty()
                : oneMore(subscription.key().topic());
        if (tooMany.isPresent()) {
            return new Draft.Refused(Response.of(ApiError.of(409, "TooManySubscriptions", tooMany.get())));
        }
        var uid = before.map(SubscriptionEntry::uid)
                .orElseGet(() -> UUID.randomUUID().toString());
        var code = UUID.randomUUID().toString();
        var provisioning = endpointValidation.written(before.orElse(null), subscription, now, code);
        return new Draft.Accepted(subscription, uid, provisioning, before.orElse(null), null);
    }

    private Optional<String> oneMore(String topic) {
        return rules.limits()
                .oneMoreSubscription(topic, table.subscriptions(topic).size())
                .or(() -> DomainTopic.parse(topic)
                        .flatMap(_ -> rules.limits().oneMoreDomainSubscription(table.subscriptionsToDomainTopics())));
    }

    Draft ofPatch(SubscriptionEntry entry, byte[] body, Request request) {
        var subscription = entry.subscription();
        if (!subscription.unread().violations().isEmpty()) {
            return new Draft.Refused(Response.of(ApiError.conflict(
                    table.problem(subscription.key()).orElse("this release does not understand the record"))));
        }
        var paused = MergePatch.pausing(body);
        if (paused.isEmpty()) {
            return merged(subscription, body, request);
        }
        return incomplete(subscription.key())
                ? new Draft.Refused(Response.of(ApiError.conflict(
                        subscription.key() + " was just written by another tool; repeat the request")))
                : pausing(entry, paused.get(), request);
    }

    private Draft merged(Subscription subscription, byte[] body, Request request) {
        var patch = MergePatch.of(subscription);
        return of(subscription.key(), patch.applied(body), patch.left(subscription.unread(), body), request);
    }

    /**
     * Leaves everything else as it is: the handshake with the endpoint goes on, expiry is not checked, and secrets that
     * cannot be opened stay sealed.
     */
    private Draft pausing(SubscriptionEntry entry, boolean paused, Request request) {
        var subscription = entry.subscription();
        return Preconditions.of(request)
                .brokenBy(Optional.of(EntityTag.of(entry)))
                .<Draft>map(broken -> new Draft.Refused(Response.of(broken)))
                .orElseGet(() -> new Draft.Accepted(
                        subscription.pausing(paused),
                        entry.uid(),
                        entry.provisioning().remembering(entry.provisioning(), paused),
                        entry,
                        table.problem(subscription.key()).orElse(null)));
    }

    /** Returns whether another tool has just written the subscription, and the reconciler has not completed it yet. */
    boolean incomplete(SubscriptionKey key) {
        return table.problem(key).filter(ResourceTable.INCOMPLETE::equals).isPresent();
    }

    static Response noTopic(String topic) {
        return Response.of(ApiError.notFound("there is no topic " + topic + "; create it first"));
    }
}
