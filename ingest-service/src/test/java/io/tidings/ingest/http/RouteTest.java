package io.tidings.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.JobWish;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-2 and B-SUB-1: what paths ask for. */
class RouteTest {
    @ParameterizedTest(name = "path {0}")
    @ValueSource(
            strings = {
                "/topics/Orders/api/events",
                "/topics/Orders/api/events/",
                "/TOPICS/Orders/API/Events",
                "//topics/Orders//api/events"
            })
    void publishingIgnoresCaseAndSlashesButNotInTheName(String path) {
        assertThat(Route.of(path, "h")).isEqualTo(new Route.Publish("Orders"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "orders.example.com, orders",
        "Orders.example.com:8443, Orders",
        "localhost:8080, localhost",
        "orders, orders",
        "'', ''"
    })
    void withoutATopicInThePathTheHostNamesIt(String authority, String topic) {
        assertThat(Route.of("/api/events/", authority)).isEqualTo(new Route.PublishByHost(topic));
    }

    @Test
    void managementHasAPathForEachResource() {
        var key = new SubscriptionKey("orders", "billing");
        assertThat(Route.of("/overview", "h")).isEqualTo(new Route.Overview());
        assertThat(Route.of("/access", "h")).isEqualTo(new Route.OwnAccess());
        assertThat(Route.of("/topics", "h")).isEqualTo(new Route.Topics());
        assertThat(Route.of("/topics/orders", "h")).isEqualTo(new Route.Topic("orders"));
        assertThat(Route.of("/topics/api", "h")).isEqualTo(new Route.Topic("api"));
        assertThat(Route.of("/topics/orders/listkeys", "h")).isEqualTo(new Route.ListKeys("orders"));
        assertThat(Route.of("/topics/orders/regenerateKey", "h")).isEqualTo(new Route.RegenerateKey("orders"));
        assertThat(Route.of("/topics/orders/eventSubscriptions", "h")).isEqualTo(new Route.Subscriptions("orders"));
        assertThat(Route.of("/topics/orders/eventsubscriptions/billing", "h")).isEqualTo(new Route.Subscription(key));
        assertThat(Route.of("/topics/orders/eventSubscriptions/billing/getFullUrl", "h"))
                .isEqualTo(new Route.FullUrl(key));
        assertThat(Route.of("/topics/orders/eventSubscriptions/billing/rotateSigningSecret", "h"))
                .isEqualTo(new Route.RotateSigningSecret(key));
        assertThat(Route.of("/topics/orders/eventSubscriptions/billing/retryNow", "h"))
                .isEqualTo(new Route.RetryNow(key));
        assertThat(Route.of("/topics/orders/eventSubscriptions/billing/test", "h"))
                .isEqualTo(new Route.TestEvent(key));
        assertThat(Route.of("/topics/orders/eventSubscriptions/billing/tryFilter", "h"))
                .isEqualTo(new Route.TryFilter(key));
        assertThat(Route.of("/topics/orders/tryFilter", "h")).isEqualTo(new Route.TryFilters("orders"));
        assertThat(Route.of("/topics/orders/tryNewFilter", "h")).isEqualTo(new Route.TryNewFilter("orders"));
    }

    @Test
    void theConsoleHasItsFilesBehindItsPath() {
        assertThat(Route.of("/console", "h")).isEqualTo(new Route.Console(""));
        assertThat(Route.of("/console/", "h")).isEqualTo(new Route.Console(""));
        assertThat(Route.of("/Console/core/api.js", "h")).isEqualTo(new Route.Console("core/api.js"));
        assertThat(Route.of("/console/../topics", "h")).isEqualTo(new Route.Console("../topics"));
    }

    @Test
    void pathsOfAzureBeginWithASubscription() {
        assertThat(Route.of("/subscriptions/s/resourceGroups/g", "h")).isEqualTo(new Route.Azure());
        assertThat(Route.of("//Subscriptions/s", "h")).isEqualTo(new Route.Azure());
    }

    @Test
    void aJobHasAPathForEachWish() {
        assertThat(Route.of("/jobs", "h")).isEqualTo(new Route.Jobs());
        assertThat(Route.of("/jobs/J1", "h")).isEqualTo(new Route.OneJob("J1"));
        assertThat(Route.of("/Jobs/j1/Pause", "h")).isEqualTo(new Route.ChangeJob("j1", JobWish.PAUSE));
        assertThat(Route.of("/jobs/j1/resume", "h")).isEqualTo(new Route.ChangeJob("j1", JobWish.RUN));
        assertThat(Route.of("/jobs/j1/cancel", "h")).isEqualTo(new Route.ChangeJob("j1", JobWish.CANCEL));
    }

    @Test
    void theTimelineHasPathsOfEventsAndSubscriptions() {
        var key = new SubscriptionKey("orders", "billing");
        assertThat(Route.of("/topics/orders/events/order-7", "h"))
                .isEqualTo(new Route.EventTimeline("orders", "order-7"));
        assertThat(Route.of("/topics/orders/Events/a%2Fb%20c+d%C3%A4", "h"))
                .isEqualTo(new Route.EventTimeline("orders", "a/b c+dä"));
        assertThat(Route.of("/topics/orders/events/100%", "h")).isEqualTo(new Route.EventTimeline("orders", "100%"));
        var subscription = "/topics/orders/eventSubscriptions/billing";
        assertThat(Route.of(subscription + "/attempts", "h")).isEqualTo(new Route.Attempts(key));
        assertThat(Route.of(subscription + "/pending", "h")).isEqualTo(new Route.Pending(key));
        assertThat(Route.of(subscription + "/deadLetters", "h")).isEqualTo(new Route.DeadLetters(key));
        assertThat(Route.of(subscription + "/stats", "h")).isEqualTo(new Route.Stats(key));
        assertThat(Route.of("/topics/orders/rejected", "h")).isEqualTo(new Route.Rejected("orders"));
    }

    @ParameterizedTest(name = "path {0}")
    @ValueSource(
            strings = {
                "/",
                "",
                "/api",
                "/events",
                "/api/events/more",
                "/topics/orders/api",
                "/topics/orders/events",
                "/topics/orders/eventSubscriptions/billing/more",
                "/topics/*/x",
                "/*/orders"
            })
    void everythingElseIsUnknown(String path) {
        assertThat(Route.of(path, "h")).isEqualTo(new Route.Unknown());
    }
}
