package io.tidings.worker.webhook;

import static io.tidings.worker.Examples.postingTo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Responded;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-2 and B-DEL-3: requests with more in them than a connection takes at once. */
class LargeRequestIT {
    private static final byte[] SMALL = "{\"id\":\"small\"}".getBytes(UTF_8);
    private static final byte[] MEBIBYTE =
            ("{\"id\":\"large\",\"data\":\"" + "x".repeat(1024 * 1024 - 24) + "\"}").getBytes(UTF_8);

    private final WebhookClient client = SmallRequests.client(Duration.ofSeconds(30), Duration.ofMinutes(2));

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @CsvSource({
        "EVENT_GRID, application/json; charset=utf-8",
        "CUSTOM, application/json; charset=utf-8",
        "CLOUD_EVENTS, application/cloudevents-batch+json; charset=utf-8"
    })
    void aBatchIsOneArray(EventSchema schema, String type) throws Exception {
        try (var webhook = ScriptedWebhook.start()) {
            var url = webhook.uri("/hook").toString();
            assertThat(outcomeOf(url, schema, List.of(SMALL, MEBIBYTE, SMALL))).isEqualTo(new Responded(200, null));
            assertThat(outcomeOf(url, schema, List.of(SMALL))).isEqualTo(new Responded(200, null));
            var requests = webhook.requests();
            assertThat(requests)
                    .allMatch(each -> each.header("content-type").equals(List.of(type)))
                    .allMatch(each -> each.header("transfer-encoding").isEmpty());
            assertThat(requests.getFirst()
                            .text()
                            .equals("[" + text(SMALL) + "," + text(MEBIBYTE) + "," + text(SMALL) + "]"))
                    .as("all events, byte for byte")
                    .isTrue();
            assertThat(requests.getLast().text()).isEqualTo("[" + text(SMALL) + "]");
        }
    }

    @Test
    void fiveThousandEventsThatAreTooManyAreRefusedTogether() throws Exception {
        try (var webhook = ScriptedWebhook.start()) {
            webhook.answers("/hook", ScriptedResponse.status(413));
            var outcome = outcomeOf(
                    webhook.uri("/hook").toString(), EventSchema.EVENT_GRID, Collections.nCopies(5000, SMALL));
            assertThat(outcome).isEqualTo(new Responded(413, null));
            assertThat(webhook.requests()).hasSize(1);
            assertThat(webhook.requests().getFirst().body()).hasSize(5000 * (SMALL.length + 1) + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 0\r\n\r\n", "Content-Length: 5\r\n\r\nlarge", "Connection: close\r\n\r\nlarge"})
    void aResponseBeforeTheRequestIsReadCounts(String rest) throws Exception {
        try (var server = new RawServer(connection -> {
            connection.readHead();
            connection.say("HTTP/1.1 413 Content Too Large\r\n" + rest);
            connection.socket().shutdownOutput();
            connection.hang();
        })) {
            assertThat(outcomeOf(server.url(), EventSchema.EVENT_GRID, Collections.nCopies(20, MEBIBYTE)))
                    .isEqualTo(new Responded(413, null));
        }
    }

    private static String text(byte[] event) {
        return new String(event, UTF_8);
    }

    private Outcome outcomeOf(String url, EventSchema schema, List<byte[]> events) throws InterruptedException {
        var template = RequestTemplate.of(postingTo(url), schema, true, null);
        var told = new LinkedBlockingQueue<Outcome>();
        var request = new WebhookRequest(template, DynamicHeaders.Values.NONE, events, null, 0, null, 0, null);
        var _ = client.post(request, () -> true, told::add);
        return SmallRequests.next(told);
    }
}
