package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-ARM-1: which resource a path of Azure names. */
class ArmPathTest {
    private static final String TOPICS = "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/topics";

    @Test
    void everyOperationOfEventGridHasItsRoute() {
        assertThat(shortPath(TOPICS)).isEqualTo("topics");
        assertThat(shortPath(TOPICS + "/orders")).isEqualTo("topics/orders");
        assertThat(shortPath(TOPICS + "/orders/listKeys")).isEqualTo("topics/orders/listKeys");
        assertThat(shortPath(TOPICS + "/orders/regenerateKey")).isEqualTo("topics/orders/regenerateKey");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/orders", "/orders/providers/Microsoft.EventGrid"})
    void bothFormsOfEventSubscriptionsHaveTheirRoutes(String topic) {
        var list = TOPICS + topic + "/eventSubscriptions";
        for (var rest : List.of("", "/billing", "/billing/getFullUrl", "/billing/getDeliveryAttributes")) {
            assertThat(shortPath(list + rest)).isEqualTo("topics/orders/eventSubscriptions" + rest);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"domains/tenants", "domains/tenants/topics/anna"})
    void aDomainAndItsTopicsHaveTheIdsThatTheClientKnows(String words) {
        var place = TOPICS.replace("topics", words);
        for (var between : List.of("", "/providers/Microsoft.EventGrid")) {
            assertThat(shortPath(place + between + "/eventSubscriptions/billing"))
                    .isEqualTo(words + "/eventSubscriptions/billing");
        }
        assertThat(ArmPath.of(place).orElseThrow()).satisfies(named -> {
            assertThat(named.idOf("/anywhere/" + words, "any")).isEqualTo(place);
            assertThat(named.ofResource()).isTrue();
        });
    }

    @Test
    void theTopicsOfAllGroupsAreListed() {
        var path = ArmPath.of("/subscriptions/s-1/providers/Microsoft.EventGrid/topics");
        assertThat(path).contains(new ArmPath("s-1", null, List.of("topics"), false));
        assertThat(path.orElseThrow().idOf("/topics/orders", "any"))
                .isEqualTo("/subscriptions/s-1/resourceGroups/any/providers/Microsoft.EventGrid/topics/orders");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/eventSubscriptions, eventSubscriptions",
        "/locations/here/eventSubscriptions, eventSubscriptions",
        "/topicTypes/Microsoft.EventGrid.Topics/eventSubscriptions,"
                + " topicTypes/Microsoft.EventGrid.Topics/eventSubscriptions",
        "/locations/here/topicTypes/t/eventSubscriptions, topicTypes/t/eventSubscriptions",
    })
    void theEventSubscriptionsOfAllTopicsAreListed(String list, String words) {
        for (var group : List.of("", "/resourceGroups/Shop")) {
            assertThat(shortPath("/subscriptions/s-1" + group + "/providers/Microsoft.EventGrid" + list))
                    .isEqualTo(words);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/SUBSCRIPTIONS/s-1/resourcegroups/Shop/Providers/microsoft.eventgrid/Topics/orders",
                "//subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid//topics/orders/",
            })
    void fixedWordsMatchInAnyCaseAndSlashesMayBeDoubled(String path) {
        assertThat(ArmPath.of(path).orElseThrow()).satisfies(named -> {
            assertThat(named.idOf("/topics/orders", "any")).isEqualTo(TOPICS + "/orders");
            assertThat(named.ofResource()).isTrue();
        });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"Shop, Shop", "my%20shop, my shop", "a(b)._-c, a(b)._-c", "100%, 100%", "a+b, a+b"})
    void aGroupComesBackAsTheClientMeansIt(String sent, String group) {
        var path = ArmPath.of(TOPICS.replace("Shop", sent) + "/orders").orElseThrow();
        assertThat(path.idOf("/topics/orders", "any"))
                .isEqualTo(
                        "/subscriptions/s-1/resourceGroups/" + group + "/providers/Microsoft.EventGrid/topics/orders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/subscriptions/s-1",
                "/subscriptions/s-1/providers/Microsoft.EventGrid/locations/here/topics",
                "/subscriptions/s-1/providers/Microsoft.EventGrid/eventSubscriptions/billing",
                "/subscriptions/s-1/resourceGroups/Shop",
                "/subscriptions/s-1/providers/Microsoft.EventGrid/topics/orders",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/namespaces",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/domains/tenants/topics/anna/listKeys",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.Storage/topics",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/topics/orders/api/events",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/topics/orders/rejected",
                "/subscriptions/s-1/resourceGroups/Shop/providers/Microsoft.EventGrid/topics/orders/events/1",
                "/topics/orders",
            })
    void nothingElseIsAPathOfEventGrid(String path) {
        assertThat(ArmPath.of(path)).isEmpty();
    }

    private static String shortPath(String path) {
        return String.join("/", ArmPath.of(path).orElseThrow().words());
    }
}
