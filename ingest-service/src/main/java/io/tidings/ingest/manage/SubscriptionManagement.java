package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.Subscription;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.contract.resource.TopicResource;
import io.tidings.contract.resource.Validated;
import io.tidings.ingest.handshake.Consent;
import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Function;

/** Subscriptions over HTTP. */
final class SubscriptionManagement {
    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final SubscriptionJson json;
    private final SubscriptionRules rules;
    private final Consent consent;
    private final Clock clock;

    SubscriptionManagement(
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            SubscriptionJson json,
            SubscriptionRules rules,
            Consent consent,
            Clock clock) {
        this.table = table;
        this.writer = writer;
        this.view = view;
        this.json = json;
        this.rules = rules;
        this.consent = consent;
        this.clock = clock;
    }

    Answer list(String topic, Request request) {
        if (!request.method().equals("GET")) {
            return Answer.methodNotAllowed(request.method(), "GET");
        }
        return table.topic(topic).isPresent()
                ? Listing.answer(
                        request,
                        table.subscriptions(topic),
                        entry -> entry.subscription().key().name(),
                        view::subscription)
                : noTopic(topic);
    }

    Answer one(SubscriptionKey key, Request request) {
        var conditions = Preconditions.of(request);
        return switch (request.method()) {
            case "GET" -> known(key, entry -> shown(200, entry));
            case "PUT" -> Bodies.read(request, body -> writer.alone(() -> put(key, body, conditions)));
            case "PATCH" ->
                Bodies.read(
                        request,
                        body -> writer.alone(() -> known(
                                key,
                                entry -> put(
                                        key, MergePatch.of(entry.subscription()).applied(body), conditions))));
            case "DELETE" -> writer.alone(() -> delete(key, conditions));
            default -> Answer.methodNotAllowed(request.method(), "DELETE, GET, PATCH, PUT");
        };
    }

    Answer fullUrl(SubscriptionKey key, Request request) {
        return request.method().equals("POST")
                ? known(key, SubscriptionManagement::fullUrl)
                : Answer.methodNotAllowed(request.method(), "POST");
    }

    private static Answer fullUrl(SubscriptionEntry entry) {
        var endpoint = entry.subscription().destination().endpoint();
        return Answer.json(200, JsonNodeFactory.instance.objectNode().put("endpointUrl", endpoint.toString()));
    }

    Answer deliveryAttributes(SubscriptionKey key, Request request) {
        return request.method().equals("POST")
                ? known(key, entry -> Answer.json(200, view.deliveryAttributes(entry)))
                : Answer.methodNotAllowed(request.method(), "POST");
    }

    private Answer shown(int status, SubscriptionEntry entry) {
        return Answer.json(status, view.subscription(entry))
                .with("ETag", EntityTag.of(entry).quoted());
    }

    private Answer known(SubscriptionKey key, Function<SubscriptionEntry, Answer> use) {
        return table.subscription(key).map(use).orElseGet(() -> missing(key));
    }

    private Answer missing(SubscriptionKey key) {
        var problem = table.problem(key);
        return Answer.of(Problem.notFound("there is no subscription " + key
                + problem.map(text -> "; the record of that name is ignored: " + text)
                        .orElse("; PUT /topics/" + key.topic() + "/eventSubscriptions/" + key.name() + " creates it")));
    }

    private static Answer noTopic(String topic) {
        return Answer.of(Problem.notFound("there is no topic " + topic + "; PUT /topics/" + topic + " creates it"));
    }

    private Answer put(SubscriptionKey key, byte[] body, Preconditions conditions) {
        var topic = table.topic(key.topic());
        if (topic.isEmpty()) {
            return noTopic(key.topic());
        }
        var kept = new KeptSecrets(table.subscription(key));
        return switch (json.read(key, kept.backfill(body))) {
            case Validated.Invalid<Subscription> invalid -> Bodies.invalid(kept.explain(invalid.violations(), body));
            case Validated.Valid<Subscription>(var subscription) ->
                put(subscription, topic.get().topic(), conditions);
        };
    }

    private Answer put(Subscription subscription, TopicResource topic, Preconditions conditions) {
        var now = clock.instant();
        var violations = rules.brokenBy(subscription, topic, now);
        if (!violations.isEmpty()) {
            return Bodies.invalid(violations);
        }
        var before = table.subscription(subscription.key());
        var broken = conditions.brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Answer.of(broken.get());
        }
        var uid = before.map(SubscriptionEntry::uid)
                .orElseGet(() -> UUID.randomUUID().toString());
        var code = UUID.randomUUID().toString();
        writer.put(subscription, uid, consent.written(before.orElse(null), subscription, now, code));
        return known(subscription.key(), entry -> shown(before.isPresent() ? 200 : 201, entry));
    }

    private Answer delete(SubscriptionKey key, Preconditions conditions) {
        var before = table.subscription(key);
        var broken = conditions.brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Answer.of(broken.get());
        }
        if (before.isEmpty() && table.problem(key).isEmpty()) {
            return Answer.empty(204);
        }
        writer.removeSubscription(key);
        return Answer.empty(200);
    }
}
