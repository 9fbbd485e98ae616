package io.tidings.ingest.manage;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.UnreadDestination;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.Domain;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.ingest.access.HostSubscriptions;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SigningRotation;
import io.tidings.ingest.write.SubscriptionRules;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The management of event subscriptions (B-SUB-1). */
public final class SubscriptionApi {
    /** Each is written and read back. */
    private static final int MOST_AT_ONCE = 500;

    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final DomainTopicApi domainTopics;
    private final SubscriptionDrafts drafts;
    private final SubscriptionRules rules;
    private final RetainedEvents retained;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public SubscriptionApi(
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            DomainTopicApi domainTopics,
            SubscriptionRules rules,
            EndpointValidation endpointValidation,
            RetainedEvents retained,
            Clock clock) {
        this.table = table;
        this.writer = writer;
        this.view = view;
        this.domainTopics = domainTopics;
        this.drafts = new SubscriptionDrafts(table, rules, endpointValidation, clock);
        this.rules = rules;
        this.retained = retained;
        this.clock = clock;
    }

    public Response list(String topic, ManagedRequest managed) {
        return table.topic(topic).isPresent()
                ? Listing.respond(
                        managed.request(),
                        table.subscriptions(topic),
                        entry -> entry.subscription().key().name(),
                        view::subscription)
                : SubscriptionDrafts.noTopic(topic);
    }

    /** Lists the subscriptions of all topics that the principal may see, by topic and name. */
    public Response listAll(ManagedRequest managed) {
        return listAll(managed, _ -> true);
    }

    /** Lists those of all domains and their topics, or those of all other topics. */
    public Response listAll(ManagedRequest managed, boolean ofDomains) {
        return listAll(
                managed, key -> table.domain(DomainTopic.owner(key.topic())).isPresent() == ofDomains);
    }

    private Response listAll(ManagedRequest managed, Predicate<SubscriptionKey> wanted) {
        var visible = table.subscriptions().stream()
                .filter(entry -> managed.principal().sees(key(entry).topic()) && wanted.test(key(entry)))
                .sorted(Comparator.comparing(entry -> key(entry).toString()))
                .toList();
        return Listing.respond(managed.request(), visible, entry -> key(entry).toString(), view::subscription);
    }

    private static SubscriptionKey key(SubscriptionEntry entry) {
        return entry.subscription().key();
    }

    public Response get(SubscriptionKey key, ManagedRequest managed) {
        return known(key, entry -> shown(200, entry));
    }

    public Response put(SubscriptionKey key, ManagedRequest managed) {
        var request = managed.request();
        return RequestBodies.read(
                request, body -> inTurn(managed, () -> settled(drafts.ofPut(key, body, request), managed)));
    }

    public Response patch(SubscriptionKey key, ManagedRequest managed) {
        return RequestBodies.read(managed.request(), body -> patch(key, body, managed));
    }

    public Response delete(SubscriptionKey key, ManagedRequest managed) {
        return writer.alone(() -> deleted(key, managed));
    }

    private Response patch(SubscriptionKey key, byte[] body, ManagedRequest managed) {
        var refusal =
                MergePatch.pausesOnly(body) ? Optional.<ApiError>empty() : managed.refusal(Role.ADMIN, key.topic());
        return refusal.isPresent()
                ? Response.of(refusal.get())
                : inTurn(
                        managed,
                        () -> known(key, entry -> settled(drafts.ofPatch(entry, body, managed.request()), managed)));
    }

    /** A dry run waits for nobody; forms send one with every key that is pressed. */
    private Response inTurn(ManagedRequest managed, Supplier<Response> change) {
        return DryRun.asked(managed.request()) ? change.get() : writer.alone(change);
    }

    private Response settled(SubscriptionDrafts.Draft draft, ManagedRequest managed) {
        return switch (draft) {
            case SubscriptionDrafts.Draft.Refused(var response) -> response;
            case SubscriptionDrafts.Draft.Accepted accepted ->
                DryRun.asked(managed.request())
                        ? Response.json(200, warned(accepted, view.subscription(accepted.entry())))
                        : stored(accepted, managed);
        };
    }

    private Response stored(SubscriptionDrafts.Draft.Accepted draft, ManagedRequest managed) {
        var key = draft.subscription().key();
        var created = DomainTopic.parse(key.topic()).filter(topic -> !domainTopics.exists(topic));
        var refusal = created.flatMap(_ -> domainTopics.oneMore());
        if (refusal.isPresent()) {
            return Response.of(refusal.get());
        }
        created.ifPresent(topic -> domainTopics.create(topic, managed));
        change(
                key,
                managed,
                () -> writer.put(draft.subscription(), draft.uid(), draft.provisioning(), draft.problem()));
        return known(key, entry -> shown(draft.creates() ? 201 : 200, entry, json -> warned(draft, json)));
    }

    /** A new subscription that starts in the past is told what is left of it. */
    private ObjectNode warned(SubscriptionDrafts.Draft.Accepted draft, ObjectNode json) {
        if (draft.creates() && draft.provisioning().start() != null) {
            json.withObject("properties").withArray("warnings").add(retained.warning(draft.subscription()));
        }
        return json;
    }

    public Response fullUrl(SubscriptionKey key, ManagedRequest managed) {
        return known(key, entry -> fullUrl(entry, managed));
    }

    private static Response fullUrl(SubscriptionEntry entry, ManagedRequest managed) {
        return switch (entry.subscription().destination()) {
            case Webhook webhook -> {
                managed.read(Change.subscription(entry.subscription().key()));
                yield Response.json(
                        200,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("endpointUrl", webhook.endpoint().toString()));
            }
            case KafkaDestination _ ->
                Response.of(ApiError.of(
                        400, "BadRequest", "the destination is an event hub, which has no URL; see its resourceId"));
            case QueueDestination _ ->
                Response.of(ApiError.of(
                        400, "BadRequest", "the subscription is a queue, which has no URL; its events are received"));
            case UnreadDestination _ ->
                Response.of(ApiError.conflict("this release does not understand the destination"));
        };
    }

    /** The keys of the receivers of a queue (B-PULL-4). */
    public Response keys(SubscriptionKey key, ManagedRequest managed) {
        return known(key, entry -> keys(entry, managed));
    }

    private Response keys(SubscriptionEntry entry, ManagedRequest managed) {
        var key = entry.subscription().key();
        var keys = entry.provisioning().receiveKeys();
        if (keys == null) {
            return noQueue(key);
        }
        if (keys.locked()) {
            return Response.of(ApiError.unavailable(
                    "the receive keys of " + key + " cannot be opened; make new ones with" + " POST regenerateKey"));
        }
        managed.read(Change.subscription(key));
        return Response.json(200, view.keys(keys));
    }

    private static Response noQueue(SubscriptionKey key) {
        return Response.of(
                ApiError.of(400, "BadRequest", "the subscription " + key + " is no queue, and has no receive keys"));
    }

    public Response regenerateKey(SubscriptionKey key, ManagedRequest managed) {
        return RequestBodies.read(
                managed.request(),
                body -> writer.alone(() -> known(key, entry -> regenerate(entry, TopicApi.keyName(body), managed))));
    }

    private Response regenerate(SubscriptionEntry entry, Optional<String> keyName, ManagedRequest managed) {
        var key = entry.subscription().key();
        var before = entry.provisioning().receiveKeys();
        if (before == null) {
            return noQueue(key);
        }
        if (keyName.isEmpty()) {
            return RequestBodies.invalid(List.of(TopicApi.NO_KEY));
        }
        // Keys that cannot be opened are lost, so both are replaced.
        var keys =
                (before.locked() ? TopicKeys.random(random) : before).with(keyName.get(), TopicKeys.randomKey(random));
        change(
                key,
                managed,
                () -> writer.put(
                        entry.subscription(),
                        entry.uid(),
                        entry.provisioning().receiveKeys(keys),
                        table.problem(key).orElse(null)));
        managed.showsSecrets(
                keyName.get() + " is replaced, but keys are not shown, because it cannot be recorded at the"
                        + " moment who reads them; list them later");
        return Response.json(200, view.keys(keys));
    }

    public Response deliveryAttributes(SubscriptionKey key, ManagedRequest managed) {
        return known(key, entry -> Response.json(200, view.deliveryAttributes(entry)));
    }

    public Response rotateSigningSecret(SubscriptionKey key, ManagedRequest managed) {
        return RequestBodies.read(
                managed.request(), body -> writer.alone(() -> known(key, entry -> rotate(entry, body, managed))));
    }

    private Response rotate(SubscriptionEntry entry, byte[] body, ManagedRequest managed) {
        var broken = Preconditions.of(managed.request()).brokenBy(Optional.of(EntityTag.of(entry)));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        var kept = entry.subscription().extensions().signing();
        if (kept == null) {
            var key = entry.subscription().key();
            return Response.of(ApiError.of(
                    409,
                    "NotSigned",
                    "the requests of subscription " + key + " are not signed; sign them first,"
                            + " with tidings subscription update " + key + " --set tidings.signing={},"
                            + " in the console, or with PATCH and {\"properties\":{\"tidings\":{\"signing\":{}}}}"));
        }
        return switch (SigningRotation.read(body)) {
            case Validated.Invalid<SigningRotation>(var violations) -> RequestBodies.invalid(violations);
            case Validated.Valid<SigningRotation>(var rotation) ->
                rotated(entry, rules.signing().rotated(kept, rotation, clock.instant()), managed);
        };
    }

    private Response rotated(SubscriptionEntry entry, Signing next, ManagedRequest managed) {
        var subscription = entry.subscription();
        var extensions = subscription.extensions().with(next);
        change(
                subscription.key(),
                managed,
                () -> writer.put(subscription.with(extensions), entry.uid(), entry.provisioning(), null));
        return Response.json(200, view.signing(next));
    }

    /** Leaves the request on the subscription's record, where the worker that owns its deliveries sees it. */
    public Response retryNow(SubscriptionKey key, ManagedRequest managed) {
        return writer.alone(() -> known(key, entry -> retryNow(entry, managed)));
    }

    private Response retryNow(SubscriptionEntry entry, ManagedRequest managed) {
        var refusal = refusalToRetry(entry);
        if (refusal.isPresent()) {
            return Response.of(ApiError.conflict(refusal.get()));
        }
        var now = clock.instant();
        requestRetry(entry, now, managed);
        return Response.json(
                202,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("requested", now.toString())
                        .put(
                                "message",
                                "the deliveries that wait for "
                                        + entry.subscription().key()
                                        + " are sent within seconds, as fast as its endpoint takes them;"
                                        + " properties.status.recovery shows the progress"));
    }

    private void requestRetry(SubscriptionEntry entry, Instant now, ManagedRequest managed) {
        var key = entry.subscription().key();
        change(
                key,
                managed,
                () -> writer.put(
                        entry.subscription(),
                        entry.uid(),
                        entry.provisioning().retryNow(now),
                        table.problem(key).orElse(null)));
    }

    /** The same for all subscriptions of a host. */
    public Response retryNowAtHost(ManagedRequest managed) {
        return RequestBodies.read(managed.request(), body -> switch (ResourceJson.object(body, HostRetry::read)) {
            case Validated.Invalid<HostRetry>(var violations) -> RequestBodies.invalid(violations);
            case Validated.Valid<HostRetry>(var asked) ->
                retryNow(
                        asked,
                        asked.dryRun() ? atHost(asked, managed) : writer.alone(() -> atHost(asked, managed)),
                        managed);
        });
    }

    /** @param dryRun whether to say only what would be done */
    private record HostRetry(String host, boolean dryRun) {
        static HostRetry read(JsonObjectReader json) {
            return new HostRetry(json.requiredText("host"), json.flag("dryRun"));
        }
    }

    private HostSubscriptions atHost(HostRetry asked, ManagedRequest managed) {
        return HostSubscriptions.of(asked.host(), table, managed.principal(), this::refusalToRetry);
    }

    private Response retryNow(HostRetry asked, HostSubscriptions found, ManagedRequest managed) {
        if (found.taken().size() > MOST_AT_ONCE) {
            return RequestBodies.invalid(List.of(new Violation(
                    "host",
                    "must have at most " + MOST_AT_ONCE + " subscriptions, and it has "
                            + found.taken().size() + "; retry them one by one")));
        }
        var now = clock.instant();
        var json = JsonNodeFactory.instance.objectNode().put("dryRun", asked.dryRun());
        var retried = json.putArray("subscriptions");
        var left = new ArrayList<>(found.left());
        for (var entry : found.taken()) {
            var key = key(entry);
            // One at a time, so that the changes of others need not wait for all.
            var refusal = asked.dryRun() ? Optional.<String>empty() : writer.alone(() -> tryRetry(key, now, managed));
            refusal.ifPresentOrElse(left::add, () -> retried.add(key.toString()));
        }
        putIfAny(json, "warnings", left);
        return Response.json(asked.dryRun() ? 200 : 202, json);
    }

    /** Returns why it is not retried, if it was changed meanwhile. */
    private Optional<String> tryRetry(SubscriptionKey key, Instant now, ManagedRequest managed) {
        var entry = table.subscription(key).orElse(null);
        if (entry == null) {
            return Optional.of(key + " was just deleted");
        }
        var refusal = refusalToRetry(entry);
        if (refusal.isEmpty()) {
            requestRetry(entry, now, managed);
        }
        return refusal;
    }

    /** A record of another tool is completed first, or it would be undone here. */
    private Optional<String> refusalToRetry(SubscriptionEntry entry) {
        var key = entry.subscription().key();
        if (entry.subscription().paused()) {
            return Optional.of(key + " is paused; resume it first");
        }
        if (!entry.provisioning().delivers()) {
            return Optional.of("the endpoint of " + key + " is not validated, so nothing is sent to it");
        }
        if (entry.subscription().unread().hindrance().isPresent()) {
            return table.problem(key);
        }
        if (entry.locked()) {
            return Optional.of("a secret of " + key + " cannot be opened, so nothing is sent to it");
        }
        return drafts.incomplete(key)
                ? Optional.of(key + " was just written by another tool; repeat the request")
                : Optional.empty();
    }

    private Response shown(int status, SubscriptionEntry entry) {
        return shown(status, entry, json -> json);
    }

    private Response shown(int status, SubscriptionEntry entry, UnaryOperator<ObjectNode> told) {
        return Response.json(status, told.apply(view.subscription(entry)))
                .with("ETag", EntityTag.of(entry).quoted());
    }

    private Response known(SubscriptionKey key, Function<SubscriptionEntry, Response> use) {
        return table.subscription(key).map(use).orElseGet(() -> missing(key));
    }

    private Response missing(SubscriptionKey key) {
        var problem = table.problem(key);
        return Response.of(ApiError.notFound("there is no subscription " + key
                + problem.map(text -> "; the record of that name is ignored: " + text)
                        .orElse("")));
    }

    private Response deleted(SubscriptionKey key, ManagedRequest managed) {
        var before = table.subscription(key);
        var broken = Preconditions.of(managed.request()).brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        if (before.isEmpty() && table.problem(key).isEmpty()) {
            return Response.empty(204);
        }
        change(key, managed, () -> writer.removeSubscription(key));
        DomainTopic.parse(key.topic()).filter(this::isLeft).ifPresent(topic -> domainTopics.remove(topic, managed));
        return Response.empty(200);
    }

    /** Returns whether a topic goes with its last subscription, which is gone. */
    private boolean isLeft(DomainTopic topic) {
        return domainTopics.exists(topic)
                && table.subscriptions(topic.toString()).isEmpty()
                && table.domain(topic.domain())
                        .map(entry -> entry.topic().domain())
                        .filter(Domain::deletesTopics)
                        .isPresent();
    }

    private void change(SubscriptionKey key, ManagedRequest managed, Runnable write) {
        managed.change(Change.subscription(key), () -> table.subscription(key).map(view::audited), write);
    }
}
