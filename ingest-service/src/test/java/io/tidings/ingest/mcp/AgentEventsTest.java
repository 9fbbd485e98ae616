package io.tidings.ingest.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.eventtype.EventTypeKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-MCP-2: the names by which agents know event types. */
class AgentEventsTest {
    private static String name(String type) {
        return AgentEvents.name(new EventTypeKey("orders", type));
    }

    @Test
    void aPlainTypeKeepsItsName() {
        assertThat(name("com.example.order_placed-2")).isEqualTo("orders.com.example.order_placed-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.example/order placed", "Auftrag geändert"})
    void anyOtherGetsADigest(String type) {
        assertThat(name(type)).matches("orders\\.[A-Za-z0-9._-]+\\.[0-9a-f]{8}").isEqualTo(name(type));
    }

    @Test
    void typesThatLookAlikeHaveDifferentNames() {
        assertThat(name("a/b")).isNotEqualTo(name("a b")).isNotEqualTo(name("a-b"));
        var long1 = "x".repeat(200) + "1";
        assertThat(name(long1)).isNotEqualTo(name("x".repeat(200) + "2")).hasSizeLessThan(130);
    }
}
