package io.tidings.contract.table;

import static io.tidings.contract.event.EventSchema.CLOUD_EVENTS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequiredTopicTest {
    /** #31: the words of HTTP alone reached those who have a command line or a page. */
    @Test
    void whereverATopicIsMissingItIsSaidHowToCreateIt() {
        assertThat(RequiredTopic.creation("orders"))
                .isEqualTo("with tidings topic create orders, in the console, or with PUT /topics/orders");
        assertThat(new RequiredTopic("orders", CLOUD_EVENTS).creation())
                .isEqualTo(
                        "with tidings topic create --input-schema CloudEventSchemaV1_0 orders, in the console, or with"
                            + " PUT /topics/orders and {\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
    }

    @Test
    void aNameThatBeginsAsAnOptionDoesIsNone() {
        assertThat(RequiredTopic.creation("-ab")).startsWith("with tidings topic create -- -ab,");
    }
}
