package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Occurrence;
import io.tidings.contract.subscription.Agent;
import io.tidings.worker.verdict.Outcome;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** B-MCP-2: the bodies of requests to agents. */
class AgentRequestsTest {
    private static final Agent AGENT = new Agent(
            "sub_0123456789abcdef0123456789abcdef",
            "bot",
            null,
            "orders.placed",
            JsonNodeFactory.instance.objectNode());
    private static final Delivery DELIVERY = new Delivery(
            new SubscriptionKey("orders", "agent-0123456789abcdef0123456789abcdef"),
            "uid",
            new DeliveredEvent(
                    EventSchema.CLOUD_EVENTS, "1", null, Instant.EPOCH, new EventSource("events", 0, 7), null),
            0,
            RetryState.START);

    private static AgentRequests.Body body(String event) {
        return AgentRequests.bodyOf(AGENT, DELIVERY, event.getBytes(UTF_8));
    }

    @Test
    void anEventIsSentAsAnOccurrence() {
        var occurrence =
                ((AgentRequests.Body.Sent) body("{\"id\":\"1\",\"source\":\"/s\",\"data\":{\"n\":1}}")).occurrence();
        assertThat(new String(occurrence.json(), UTF_8))
                .isEqualTo("{\"eventId\":\"" + occurrence.eventId()
                        + "\",\"name\":\"orders.placed\",\"timestamp\":\"1970-01-01T00:00:00Z\",\"data\":{\"n\":1},"
                        + "\"cursor\":null}");
    }

    @Test
    void whatAgentsDoNotTakeIsNotSent() {
        assertThat(refusal("{\"data\":{\"x\":\"" + "x".repeat(Occurrence.MOST_BYTES) + "\"}}"))
                .isEqualTo(Outcome.Refusal.TOO_LARGE);
        assertThat(refusal("no JSON")).isEqualTo(Outcome.Refusal.INVALID);
    }

    private static Outcome.Refusal refusal(String event) {
        var withheld = (AgentRequests.Body.Withheld) body(event);
        return ((Outcome.Withheld) withheld.outcome()).refusal();
    }
}
