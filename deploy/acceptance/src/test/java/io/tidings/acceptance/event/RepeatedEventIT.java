package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import org.junit.jupiter.api.Test;

/** B-DEDUP-3: an event that is published twice is delivered once, and the second one can be found. */
class RepeatedEventIT {
    private final LocalTestCluster machine = LocalTestCluster.shared();
    private final TestTopic orders = machine.topic("repeated-orders");

    @Test
    void anEventThatIsSentAgainIsDroppedAndShown() {
        machine.manage(
                "PUT",
                "/topics/" + orders.name(),
                "{\"properties\":{\"tidings\":{\"deduplicate\":{\"by\":\"id\",\"window\":\"PT10M\"}}}}");
        orders.subscribe("billing", "/hook", "/orders", "");
        awaitRule();
        orders.publish("first", "/orders/1");
        orders.publish("first", "/orders/1");
        orders.publish("second", "/orders/2");
        orders.awaitRequests("/hook", 2);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                machine.get("/topics/" + orders.name() + "/rejected?reason=Duplicate&eventId=first")
                                        .path("value"))
                        .hasSize(1));
        assertThat(orders.requests("/hook"))
                .extracting(request -> request.json().at("/0/id").asText())
                .containsExactlyInAnyOrder("first", "second");
        assertThat(machine.metrics()).containsPattern("(?m)^tidings_duplicates_total[^ ]*repeated-orders[^ ]* [1-9]");
        assertThat(machine.get("/overview").path("attention").toString()).doesNotContain(orders.name());
    }

    /** Matching reads the topics a moment after they are written. */
    private void awaitRule() {
        await().atMost(PATIENCE).until(() -> {
            orders.publish("probe", "/probe");
            return machine.metrics().matches("(?s).*tidings_duplicates_total[^ \n]*repeated-orders.*");
        });
    }
}
