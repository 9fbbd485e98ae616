package io.tidings.ingest.manage;

import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.auth.AdminToken;
import io.tidings.ingest.auth.Authentication;
import io.tidings.ingest.auth.RequiredRole;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.http.Route;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SubscriptionRules;
import java.time.Clock;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Management of topics and subscriptions over HTTP (B-SUB-1), for principals with the role for it (B-ACCESS-1). */
public final class ManagementApi {
    private static final Logger log = LoggerFactory.getLogger(ManagementApi.class);

    private final AdminToken token;
    private final TopicApi topics;
    private final SubscriptionApi subscriptions;
    private final Clock clock;

    private ManagementApi(AdminToken token, TopicApi topics, SubscriptionApi subscriptions, Clock clock) {
        this.token = token;
        this.topics = topics;
        this.subscriptions = subscriptions;
        this.clock = clock;
    }

    public static ManagementApi of(
            AdminToken token,
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            SubscriptionRules rules,
            EndpointValidation endpointValidation) {
        var clock = Clock.systemUTC();
        return new ManagementApi(
                token,
                new TopicApi(table, writer, view),
                new SubscriptionApi(table, writer, view, rules, endpointValidation, clock),
                clock);
    }

    public Response respond(Route.Managed route, Request request) {
        return switch (token.check(request)) {
            case Authentication.Refused(var error) -> {
                var response = Response.of(error);
                yield error.status() == 401 ? response.with("WWW-Authenticate", "Bearer realm=\"tidings\"") : response;
            }
            case Authentication.Authenticated(var principal) ->
                RequiredRole.of(route, request.method())
                        .refusal(principal)
                        .map(Response::of)
                        .orElseGet(() -> authorized(route, new ManagedRequest(request, principal, clock)));
        };
    }

    private Response authorized(Route.Managed route, ManagedRequest managed) {
        var request = managed.request();
        try {
            return switch (route) {
                case Route.Topics() -> topics.list(managed);
                case Route.Topic(var topic) -> topics.one(topic, request);
                case Route.ListKeys(var topic) -> topics.keys(topic, request);
                case Route.RegenerateKey(var topic) -> topics.regenerate(topic, request);
                case Route.Subscriptions(var topic) -> subscriptions.list(topic, request);
                case Route.Subscription(var key) -> subscriptions.one(key, request);
                case Route.FullUrl(var key) -> subscriptions.fullUrl(key, request);
                case Route.DeliveryAttributes(var key) -> subscriptions.deliveryAttributes(key, request);
                case Route.RotateSigningSecret(var key) -> subscriptions.rotateSigningSecret(key, request);
                case Route.RetryNow(var key) -> subscriptions.retryNow(key, request);
            };
        } catch (KafkaException e) {
            log.warn("a change could not be written: {}", e.getMessage());
            return Response.of(ApiError.unavailable(
                    "Kafka does not accept changes at the moment; check the resource before you repeat the change ("
                            + e.getMessage() + ")"));
        }
    }
}
