package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Occurrence;
import io.tidings.contract.secret.HmacSha256;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-MCP-2: deliveries to the webhook of an agent. */
class AgentDeliveryIT {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OF_AGENT = """
        ,"eventDeliverySchema":"CloudEventSchemaV1_0","tidings":{"signing":{"secret":"%s"},\
        "retry":{"floors":"none","retryStatuses":[400,401,403],"noRetryStatuses":[410]},\
        "agent":{"id":"sub_0123456789abcdef0123456789abcdef","principal":"bot","event":"orders.placed"}}\
        """.formatted(SECRET);
    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of("probation.threshold", "1"));

    @BeforeEach
    void subscribe() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", OF_AGENT);
    }

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    private void deliver(String n) {
        bench.deliver(
                RetryState.START,
                EventSchema.CLOUD_EVENTS,
                """
                {"specversion":"1.0","id":"1","source":"/s","type":"placed","time":"2026-11-28T20:00:00Z","data":{"n":%s}}\
                """.formatted(n),
                bench.now().wall());
        await().until(bench::settled);
    }

    @Test
    void anAgentGetsASignedOccurrenceWithTheIdOfTheEvent() {
        deliver("1");
        var request = webhook.requests().getFirst();
        var id = request.json().path("eventId").asText();
        assertThat(request.text())
                .isEqualTo("{\"eventId\":\"" + id + "\",\"name\":\"orders.placed\","
                        + "\"timestamp\":\"2026-11-28T20:00:00Z\",\"data\":{\"n\":1},\"cursor\":null}");
        assertThat(request.header("webhook-id")).containsExactly(id);
        assertThat(request.header("x-mcp-subscription-id")).containsExactly("sub_0123456789abcdef0123456789abcdef");
        assertThat(request.header("webhook-signature")).containsExactly(signature(request));
        assertThat(request.headers().keySet()).noneMatch(name -> name.startsWith("aeg-"));
    }

    private static String signature(ReceivedRequest request) {
        return SigningSecret.sign(
                HmacSha256.of(SigningSecret.key(SECRET)),
                request.header("webhook-id").getFirst(),
                Long.parseLong(request.header("webhook-timestamp").getFirst()),
                mac -> mac.update(request.body()));
    }

    /** B-PROB-1: neither counts against the endpoint, whose threshold is one failure. */
    @ParameterizedTest
    @ValueSource(ints = {410, 413})
    void anEventThatIsNotWantedIsDroppedAndTheNextOneIsSent(int status) {
        webhook.answers("/hook", ScriptedResponse.status(status), ScriptedResponse.status(204));
        deliver("1");
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS))).isEmpty();
        deliver("2");
        assertThat(webhook.requests()).hasSize(2);
        assertThat(bench.counted("tidings.dropped")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 503})
    void anythingElseIsTriedAgain(int status) {
        webhook.answers("/hook", ScriptedResponse.status(status));
        deliver("1");
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS))).hasSize(1);
    }

    @Test
    void anEventThatIsTooLargeForAgentsIsNotSent() {
        deliver("\"" + "x".repeat(Occurrence.MOST_BYTES) + "\"");
        assertThat(webhook.requests()).isEmpty();
        assertThat(bench.counted("tidings.dropped")).isEqualTo(1);
        deliver("2");
        assertThat(webhook.requests()).hasSize(1);
    }
}
