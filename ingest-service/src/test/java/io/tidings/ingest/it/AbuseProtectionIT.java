package io.tidings.ingest.it;

import static io.tidings.ingest.it.KafkaLog.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SUB-3: endpoints of CloudEvents are asked with {@code OPTIONS}, and may allow a rate. */
class AbuseProtectionIT {
    private static ValidationFixture bench;

    @BeforeAll
    static void start() {
        bench = ValidationFixture.open("abuse-protection");
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void aCloudEventsEndpointAllowsTheOriginAndARate() {
        bench.webhook.answers(
                "/cloud",
                new ScriptedResponse.Status(
                        200,
                        Map.of("WebHook-Allowed-Origin", "eventgrid.azure.net", "WebHook-Allowed-Rate", "120"),
                        ""));
        bench.put(bench.owner, "clouds/cloud", "/cloud");
        bench.awaitState("clouds/cloud", "Succeeded");
        var request = bench.webhook.requests("/cloud").getFirst();
        assertThat(request.method()).isEqualTo("OPTIONS");
        assertThat(request.header("webhook-request-origin")).containsExactly("eventgrid.azure.net");
        assertThat(request.header("webhook-request-callback"))
                .singleElement()
                .asString()
                .contains("/validate?id=clouds%2Fcloud&code=");
        assertThat(header(bench.newest("clouds/cloud"), HeaderNames.ALLOWED_RATE))
                .isEqualTo("120");
        bench.put(bench.owner, "clouds/cloud", "/cloud");
        assertThat(bench.state("clouds/cloud")).isEqualTo("Succeeded");
        assertThat(header(bench.newest("clouds/cloud"), HeaderNames.ALLOWED_RATE))
                .isEqualTo("120");
    }

    @Test
    void aCloudEventsEndpointThatAllowsAnotherOriginFails() {
        bench.webhook.answers("/other", ScriptedResponse.status(200, Map.of("WebHook-Allowed-Origin", "example.com")));
        bench.put(bench.owner, "clouds/other", "/other");
        bench.awaitState("clouds/other", "Failed");
        assertThat(bench.problem("clouds/other")).contains("WebHook-Allowed-Origin");
    }

    @Test
    void aCloudEventsEndpointMayCallBack() {
        bench.webhook.answers("/later", ScriptedResponse.status(204));
        bench.put(bench.owner, "clouds/later", "/later");
        bench.awaitState("clouds/later", "AwaitingManualAction");
        var callback = URI.create(bench.webhook
                .requests("/later")
                .getFirst()
                .header("webhook-request-callback")
                .getFirst());
        assertThat(bench.other
                        .post(callback.getRawPath() + "?" + callback.getRawQuery(), "")
                        .statusCode())
                .isEqualTo(200);
        bench.awaitState("clouds/later", "Succeeded");
    }
}
