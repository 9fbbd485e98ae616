package io.tidings.ingest.manage;

import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.DeadLetterAccounts;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.ingest.auth.Access;
import io.tidings.ingest.auth.AdminToken;
import io.tidings.ingest.handshake.Consent;
import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Route;
import java.net.URI;
import java.time.Clock;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Management of topics and subscriptions over HTTP, for whoever holds the admin token (B-SUB-1). */
public final class Management {
    private static final Logger log = LoggerFactory.getLogger(Management.class);

    private final AdminToken token;
    private final TopicManagement topics;
    private final SubscriptionManagement subscriptions;

    private Management(AdminToken token, TopicManagement topics, SubscriptionManagement subscriptions) {
        this.token = token;
        this.topics = topics;
        this.subscriptions = subscriptions;
    }

    /**
     * What a resource shows besides what it is.
     *
     * @param publishedAt where events are published; null: where they are managed
     * @param accounts those that have a storage
     */
    public record Shown(TopicIds ids, @Nullable URI publishedAt, DeadLetterAccounts accounts) {}

    public static Management of(
            AdminToken token,
            ResourceTable table,
            StandingTable standings,
            ResourceWriter writer,
            Shown shown,
            SubscriptionJson json,
            AddressRules addresses,
            Consent consent) {
        var clock = Clock.systemUTC();
        var view = new ResourceView(table, new StatusView(standings, clock), shown);
        return new Management(
                token,
                new TopicManagement(table, writer, view),
                new SubscriptionManagement(
                        table, writer, view, json, new SubscriptionRules(addresses), consent, clock));
    }

    public Answer respond(Route.Managed route, Request request) {
        return switch (token.check(request)) {
            case Access.Refused(var problem) -> {
                var answer = Answer.of(problem);
                yield problem.status() == 401 ? answer.with("WWW-Authenticate", "Bearer realm=\"tidings\"") : answer;
            }
            case Access.Granted() -> granted(route, request);
        };
    }

    private Answer granted(Route.Managed route, Request request) {
        try {
            return switch (route) {
                case Route.Topics() -> topics.list(request);
                case Route.Topic(var topic) -> topics.one(topic, request);
                case Route.ListKeys(var topic) -> topics.keys(topic, request);
                case Route.RegenerateKey(var topic) -> topics.regenerate(topic, request);
                case Route.Subscriptions(var topic) -> subscriptions.list(topic, request);
                case Route.Subscription(var key) -> subscriptions.one(key, request);
                case Route.FullUrl(var key) -> subscriptions.fullUrl(key, request);
                case Route.DeliveryAttributes(var key) -> subscriptions.deliveryAttributes(key, request);
            };
        } catch (KafkaException e) {
            log.warn("a change could not be written: {}", e.getMessage());
            return Answer.of(Problem.unavailable(
                    "Kafka does not take changes at the moment; look before you repeat it (" + e.getMessage() + ")"));
        }
    }
}
