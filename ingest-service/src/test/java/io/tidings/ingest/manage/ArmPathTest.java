package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.ingest.http.Route;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ARM-1: which resource a path of Azure names. */
class ArmPathTest {
    private static final String TOPICS = "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/topics";
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    @Test
    void everyOperationOfEventGridHasItsRoute() {
        assertThat(route(TOPICS)).contains(new Route.Topics());
        assertThat(route(TOPICS + "/orders")).contains(new Route.Topic("orders"));
        assertThat(route(TOPICS + "/orders/listKeys")).contains(new Route.ListKeys("orders"));
        assertThat(route(TOPICS + "/orders/regenerateKey")).contains(new Route.RegenerateKey("orders"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/orders", "/orders/providers/Microsoft.EventGrid"})
    void bothFormsOfEventSubscriptionsHaveTheirRoutes(String topic) {
        var list = TOPICS + topic + "/eventSubscriptions";
        assertThat(route(list)).contains(new Route.Subscriptions("orders"));
        assertThat(route(list + "/billing")).contains(new Route.Subscription(BILLING));
        assertThat(route(list + "/billing/getFullUrl")).contains(new Route.FullUrl(BILLING));
        assertThat(route(list + "/billing/getDeliveryAttributes")).contains(new Route.DeliveryAttributes(BILLING));
    }

    @Test
    void theTopicsOfAllGroupsAreListed() {
        var path = ArmPath.of("/subscriptions/s-1/providers/Microsoft.EventGrid/topics");
        assertThat(path).contains(new ArmPath("s-1", null, new Route.Topics(), false));
        assertThat(path.orElseThrow().topicId("orders", "any"))
                .isEqualTo("/subscriptions/s-1/resourceGroups/any/providers/Microsoft.EventGrid/topics/orders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/SUBSCRIPTIONS/s-1/resourcegroups/Shop/Providers/microsoft.eventgrid/Topics/orders",
                "//subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid//topics/orders/",
            })
    void fixedWordsMatchInAnyCaseAndSlashesMayBeDoubled(String path) {
        assertThat(ArmPath.of(path)).contains(new ArmPath("s-1", "Shop", new Route.Topic("orders"), false));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"Shop, Shop", "my%20shop, my shop", "a(b)._-c, a(b)._-c", "100%, 100%", "a+b, a+b"})
    void aGroupComesBackAsTheClientMeansIt(String sent, String group) {
        var path = ArmPath.of(TOPICS.replace("Shop", sent) + "/orders").orElseThrow();
        assertThat(path.topicId("orders", "any"))
                .isEqualTo(
                        "/subscriptions/s-1/resourceGroups/" + group + "/providers/Microsoft.EventGrid/topics/orders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/subscriptions/s-1",
                "/subscriptions/s-1/resourceGroups/Shop",
                "/subscriptions/s-1/providers/Microsoft.EventGrid/topics/orders",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/domains",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.Storage/topics",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/topics/orders/api/events",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/topics/orders/rejected",
                "/topics/orders",
            })
    void nothingElseIsAPathOfEventGrid(String path) {
        assertThat(ArmPath.of(path)).isEmpty();
    }

    private static Optional<Route.OfEventGrid> route(String path) {
        return ArmPath.of(path).map(ArmPath::route);
    }
}
