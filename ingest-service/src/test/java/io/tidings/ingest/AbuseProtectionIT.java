package io.tidings.ingest;

import static io.tidings.ingest.KafkaLog.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.testbed.Answer;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SUB-3: endpoints of CloudEvents are asked with {@code OPTIONS}, and may allow a rate. */
class AbuseProtectionIT {
    private static HandshakeBench bench;

    @BeforeAll
    static void start() {
        bench = HandshakeBench.open("abuse-protection");
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void aCloudEventsEndpointAllowsTheOriginAndARate() {
        bench.receiver.answers(
                "/cloud",
                new Answer.Status(
                        200,
                        Map.of("WebHook-Allowed-Origin", "eventgrid.azure.net", "WebHook-Allowed-Rate", "120"),
                        ""));
        bench.put(bench.owner, "clouds/cloud", "/cloud");
        bench.awaitState("clouds/cloud", "Succeeded");
        var request = bench.receiver.requests("/cloud").getFirst();
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
        bench.receiver.answers("/other", Answer.status(200, Map.of("WebHook-Allowed-Origin", "example.com")));
        bench.put(bench.owner, "clouds/other", "/other");
        bench.awaitState("clouds/other", "Failed");
        assertThat(bench.problem("clouds/other")).contains("WebHook-Allowed-Origin");
    }

    @Test
    void aCloudEventsEndpointMayCallBack() {
        bench.receiver.answers("/later", Answer.status(204));
        bench.put(bench.owner, "clouds/later", "/later");
        bench.awaitState("clouds/later", "AwaitingManualAction");
        var callback = URI.create(bench.receiver
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
