package io.tidings.ingest.manage;

import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.audit.ManagerAccess;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.http.Route;
import io.tidings.ingest.job.OperatorApis;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SourceRules;
import io.tidings.ingest.write.SubscriptionRules;
import io.tidings.runtime.kafka.AllowedSources;
import java.time.Clock;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Management of topics and subscriptions over HTTP (B-SUB-1), for principals with the role for it (B-ACCESS-1). */
public final class ManagementApi {
    private static final Logger log = LoggerFactory.getLogger(ManagementApi.class);

    private final ManagerAccess access;
    private final TopicApi topics;
    private final SubscriptionApi subscriptions;
    private final OperatorApis operators;

    private ManagementApi(
            ManagerAccess access, TopicApi topics, SubscriptionApi subscriptions, OperatorApis operators) {
        this.access = access;
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.operators = operators;
    }

    public static ManagementApi of(
            ManagerAccess access,
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            SubscriptionRules rules,
            AllowedSources sources,
            EndpointValidation endpointValidation,
            OperatorApis operators) {
        var clock = Clock.systemUTC();
        return new ManagementApi(
                access,
                new TopicApi(table, writer, view, new SourceRules(table, sources), rules.limits()),
                new SubscriptionApi(
                        table,
                        writer,
                        view,
                        new SubscriptionDrafts(table, rules, endpointValidation, clock),
                        rules.signing(),
                        clock),
                operators);
    }

    public Response respond(Route.Managed route, Request request) {
        return access.respond(
                route,
                request,
                managed -> DryRun.refusal(request)
                        .map(RequestBodies::invalid)
                        .orElseGet(() -> authorized(route, managed)));
    }

    private Response authorized(Route.Managed route, ManagedRequest managed) {
        try {
            return switch (route) {
                case Route.OwnAccess() -> AccessView.respond(managed);
                case Route.Overview() -> operators.overview().respond(managed);
                case Route.Topics() -> topics.list(managed);
                case Route.Topic(var topic) -> topics.one(topic, managed);
                case Route.ListKeys(var topic) -> topics.keys(topic, managed);
                case Route.RegenerateKey(var topic) -> topics.regenerate(topic, managed);
                case Route.Subscriptions(var topic) -> subscriptions.list(topic, managed);
                case Route.Subscription(var key) -> subscriptions.one(key, managed);
                case Route.FullUrl(var key) -> subscriptions.fullUrl(key, managed);
                case Route.DeliveryAttributes(var key) -> subscriptions.deliveryAttributes(key, managed);
                case Route.RotateSigningSecret(var key) -> subscriptions.rotateSigningSecret(key, managed);
                case Route.RetryNow(var key) -> subscriptions.retryNow(key, managed);
                case Route.TestEvent(var key) -> operators.tests().send(key, managed);
                case Route.TryFilter(var key) -> operators.filters().one(key, managed.request());
                case Route.TryFilters(var topic) -> operators.filters().all(topic, managed.request());
                case Route.TryNewFilter(var topic) -> operators.filters().proposed(topic, managed.request());
                case Route.Jobs() -> operators.jobs().all(managed);
                case Route.OneJob(var id) -> operators.jobs().one(id, managed);
                case Route.ChangeJob(var id, var wish) -> operators.jobs().change(id, wish, managed);
                case Route.EventTimeline(var topic, var id) ->
                    operators.timeline().event(topic, id, managed.request());
                case Route.Attempts(var key) -> operators.timeline().attempts(key, managed.request());
                case Route.Pending(var key) -> operators.timeline().pending(key, managed.request());
                case Route.DeadLetters(var key) -> operators.timeline().deadLetters(key, managed.request());
                case Route.Stats(var key) -> operators.timeline().stats(key, managed.request());
                case Route.Rejected(var topic) -> operators.timeline().rejected(topic, managed.request());
            };
        } catch (KafkaException e) {
            log.warn("a change could not be written, request {}: {}", managed.id(), e.getMessage());
            return Response.of(ApiError.unavailable(
                    "Kafka does not accept changes at the moment; check the resource before you repeat the change ("
                            + e.getMessage() + ")"));
        }
    }
}
