package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-DOMAIN-1: each tenant of a domain gets its own events, and the domain gets all. */
class TenantEventsIT {
    private static final String DOMAIN = "/domains/tenants";
    private static final String EVENT = """
        {"id":"%s","topic":"%s","subject":"/o","eventType":"t","eventTime":"2026-11-21T09:30:00Z","dataVersion":"1"}\
        """;

    private final LocalTestCluster machine = LocalTestCluster.shared();

    @Test
    void eachTenantGetsItsOwnEventsAndTheDomainAll() {
        machine.manage("PUT", DOMAIN, "{}");
        machine.endpoint().answers("/tenants/otto", ScriptedResponse.status(400));
        subscribe("", "all");
        subscribe("/topics/anna", "anna");
        subscribe("/topics/otto", "otto");
        publish(EVENT.formatted("1", "anna"), EVENT.formatted("2", "otto"), EVENT.formatted("3", "nobody"));
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(ids("all")).contains("1", "2", "3");
            assertThat(ids("anna")).containsOnly("1");
            assertThat(ids("otto")).containsOnly("2");
        });
        assertThat(machine.endpoint()
                        .requests("/tenants/anna")
                        .getFirst()
                        .json()
                        .at("/0/topic")
                        .asText())
                .isEqualTo(LocalTestCluster.topicId("anna").replace("/topics/", "/domains/tenants/topics/"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(machine.get(DOMAIN + "/topics/otto/eventSubscriptions/otto/deadLetters")
                                .path("value"))
                        .hasSize(1));
        assertThat(machine.get(DOMAIN + "/topics/anna/events").path("value").findValuesAsText("eventId"))
                .contains("1")
                .doesNotContain("2", "3");
        assertThat(machine.get(DOMAIN + "/events").path("value").findValuesAsText("eventId"))
                .contains("1", "2", "3");
        assertThat(machine.metrics()).contains("topic=\"tenants\"").doesNotContain("tenants/", "\"anna\"", "\"otto\"");
    }

    private void subscribe(String scope, String name) {
        machine.manage(
                "PUT",
                DOMAIN + scope + "/eventSubscriptions/" + name,
                "{\"properties\": {" + machine.webhook("/tenants/" + name) + ", "
                        + LocalTestCluster.deadLetters("tenants") + "}}");
    }

    private void publish(String... events) {
        var response = machine.edge().publish("tenants", "[" + String.join(",", events) + "]");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    private List<String> ids(String name) {
        return machine.endpoint().requests("/tenants/" + name).stream()
                .map(request -> request.json().at("/0/id").asText())
                .toList();
    }
}
