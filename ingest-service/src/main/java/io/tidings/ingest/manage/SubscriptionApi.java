package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.UnreadDestination;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.access.RequiredRole;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SigningRotation;
import io.tidings.ingest.write.SigningSecrets;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

final class SubscriptionApi {
    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final SubscriptionDrafts drafts;
    private final SigningSecrets signing;
    private final Clock clock;

    SubscriptionApi(
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            SubscriptionDrafts drafts,
            SigningSecrets signing,
            Clock clock) {
        this.table = table;
        this.writer = writer;
        this.view = view;
        this.drafts = drafts;
        this.signing = signing;
        this.clock = clock;
    }

    Response list(String topic, ManagedRequest managed) {
        var request = managed.request();
        if (!request.method().equals("GET")) {
            return Response.methodNotAllowed(request.method(), "GET");
        }
        return table.topic(topic).isPresent()
                ? Listing.respond(
                        request,
                        table.subscriptions(topic),
                        entry -> entry.subscription().key().name(),
                        view::subscription)
                : SubscriptionDrafts.noTopic(topic);
    }

    Response one(SubscriptionKey key, ManagedRequest managed) {
        var request = managed.request();
        return switch (request.method()) {
            case "GET" -> known(key, entry -> shown(200, entry));
            case "PUT" -> RequestBodies.read(request, body -> put(key, body, managed));
            case "PATCH" -> RequestBodies.read(request, body -> patch(key, body, managed));
            case "DELETE" -> writer.alone(() -> delete(key, managed));
            default -> Response.methodNotAllowed(request.method(), "DELETE, GET, PATCH, PUT");
        };
    }

    private Response put(SubscriptionKey key, byte[] body, ManagedRequest managed) {
        return inTurn(managed, () -> settled(drafts.ofPut(key, body, managed.request()), managed));
    }

    private Response patch(SubscriptionKey key, byte[] body, ManagedRequest managed) {
        var refusal =
                RequiredRole.ofPatch(key.topic(), MergePatch.pausesOnly(body)).refusal(managed.principal());
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
                        ? Response.json(200, view.subscription(accepted.entry()))
                        : stored(accepted, managed);
        };
    }

    private Response stored(SubscriptionDrafts.Draft.Accepted draft, ManagedRequest managed) {
        var key = draft.subscription().key();
        change(
                key,
                managed.request().method(),
                managed,
                () -> writer.put(draft.subscription(), draft.uid(), draft.provisioning(), draft.problem()));
        return known(key, entry -> shown(draft.creates() ? 201 : 200, entry));
    }

    Response fullUrl(SubscriptionKey key, ManagedRequest managed) {
        var method = managed.request().method();
        return method.equals("POST")
                ? known(key, entry -> fullUrl(entry, managed))
                : Response.methodNotAllowed(method, "POST");
    }

    private static Response fullUrl(SubscriptionEntry entry, ManagedRequest managed) {
        return switch (entry.subscription().destination()) {
            case Webhook webhook -> {
                managed.read(
                        "getFullUrl", Change.subscription(entry.subscription().key()));
                yield Response.json(
                        200,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("endpointUrl", webhook.endpoint().toString()));
            }
            case KafkaDestination _ ->
                Response.of(ApiError.of(
                        400, "BadRequest", "the destination is an event hub, which has no URL; see its resourceId"));
            case UnreadDestination _ ->
                Response.of(ApiError.conflict("this release does not understand the destination"));
        };
    }

    Response deliveryAttributes(SubscriptionKey key, ManagedRequest managed) {
        var method = managed.request().method();
        return method.equals("POST")
                ? known(key, entry -> Response.json(200, view.deliveryAttributes(entry)))
                : Response.methodNotAllowed(method, "POST");
    }

    Response rotateSigningSecret(SubscriptionKey key, ManagedRequest managed) {
        var request = managed.request();
        return request.method().equals("POST")
                ? RequestBodies.read(
                        request, body -> writer.alone(() -> known(key, entry -> rotate(entry, body, managed))))
                : Response.methodNotAllowed(request.method(), "POST");
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
                rotated(entry, signing.rotated(kept, rotation, clock.instant()), managed);
        };
    }

    private Response rotated(SubscriptionEntry entry, Signing next, ManagedRequest managed) {
        var subscription = entry.subscription();
        var extensions = subscription.extensions().with(next);
        change(
                subscription.key(),
                "rotateSigningSecret",
                managed,
                () -> writer.put(subscription.with(extensions), entry.uid(), entry.provisioning()));
        return Response.json(200, view.signing(next));
    }

    /** Leaves the request on the subscription's record, where the worker that owns its deliveries sees it. */
    Response retryNow(SubscriptionKey key, ManagedRequest managed) {
        var method = managed.request().method();
        return method.equals("POST")
                ? writer.alone(() -> known(key, entry -> retryNow(entry, managed)))
                : Response.methodNotAllowed(method, "POST");
    }

    private Response retryNow(SubscriptionEntry entry, ManagedRequest managed) {
        var refusal = refusalToRetry(entry);
        if (refusal.isPresent()) {
            return Response.of(ApiError.conflict(refusal.get()));
        }
        var now = clock.instant();
        var key = entry.subscription().key();
        change(
                key,
                "retryNow",
                managed,
                () -> writer.put(
                        entry.subscription(),
                        entry.uid(),
                        entry.provisioning().retryNow(now),
                        table.problem(key).orElse(null)));
        return Response.json(
                202,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("requested", now.toString())
                        .put(
                                "message",
                                "the deliveries that wait for " + key + " are sent within seconds, as fast as its"
                                        + " endpoint takes them; properties.status.recovery shows the progress"));
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
        return Response.json(status, view.subscription(entry))
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

    private Response delete(SubscriptionKey key, ManagedRequest managed) {
        var before = table.subscription(key);
        var broken = Preconditions.of(managed.request()).brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        if (before.isEmpty() && table.problem(key).isEmpty()) {
            return Response.empty(204);
        }
        change(key, "DELETE", managed, () -> writer.removeSubscription(key));
        return Response.empty(200);
    }

    private void change(SubscriptionKey key, String action, ManagedRequest managed, Runnable write) {
        managed.change(
                action, Change.subscription(key), () -> table.subscription(key).map(view::audited), write);
    }
}
