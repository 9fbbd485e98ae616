package io.tidings.ingest.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.http.HttpReply;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MCP-2: the verification of a callback, and what an agent is told of it. */
class CallbacksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"challenge\":\"c1\"} | ''",
                "299 | {\"challenge\":\"c1\"} | ''",
                "200 | {\"challenge\":\"c2\"} | challenge_failed",
                "200 | c1 | challenge_failed",
                "302 | {\"challenge\":\"c1\"} | challenge_failed",
                "404 | {\"challenge\":\"c1\"} | http_4xx",
                "503 | '' | http_5xx"
            })
    void onlyTheChallengeInASuccessCounts(int status, String body, String reason) {
        var reply = new HttpReply.WholeResponse(status, Map.of(), body);
        assertThat(Callbacks.reason(reply, "c1").orElse("")).isEqualTo(reason);
    }

    @Test
    void anAgentIsToldACategoryOnly() {
        assertThat(reason(missing(HttpReply.Cause.TIMED_OUT))).isEqualTo("timeout");
        assertThat(reason(missing(HttpReply.Cause.TLS))).isEqualTo("tls_error");
        assertThat(reason(missing(HttpReply.Cause.NOT_REACHED))).isEqualTo("connection_refused");
        assertThat(reason(missing(HttpReply.Cause.TOO_LARGE))).isEqualTo("challenge_failed");
        assertThat(reason(new HttpReply.RequestWithheld("the callback has an address that is not allowed: 10.0.0.7")))
                .isEqualTo("connection_refused");
    }

    private static HttpReply missing(HttpReply.Cause cause) {
        return new HttpReply.ResponseMissing("10.0.0.7 has TLS and did not respond within 10 s", cause);
    }

    @Test
    void aHostIsOneHoweverItIsWritten() {
        assertThat(Callbacks.host(URI.create("https://agent.example/a")))
                .isEqualTo(Callbacks.host(URI.create("https://AGENT.Example.:8443/b")))
                .isEqualTo("agent.example");
    }

    private static String reason(HttpReply reply) {
        return Callbacks.reason(reply, "c1").orElseThrow();
    }
}
