package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.TraceContext;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where tracing is off, the endpoint gets the publisher's trace context as it was given. */
class NoDeliveryTracingIT {
    private static final TraceContext ONE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1");
    private static final TraceContext OTHER =
            new TraceContext("00-11111111111111111111111111111111-00f067aa0ba902b7-00", null);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of("worker.max.queued.per.subscription", "100"));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void everyRequestHasTheContextOfItsEvent() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        bench.deliver(ONE);
        bench.deliver(OTHER);
        bench.deliver((TraceContext) null);
        await().until(bench::settled);
        assertThat(sent("traceparent"))
                .containsExactly(List.of(ONE.traceparent()), List.of(OTHER.traceparent()), List.of());
        assertThat(sent("tracestate")).containsExactly(List.of("vendor=1"), List.of(), List.of());
    }

    @Test
    void aBatchHasOneOnlyIfAllItsEventsHaveIt() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), ",\"maxEventsPerBatch\":2");
        for (var trace : new TraceContext[] {ONE, ONE, ONE, OTHER, null, ONE}) {
            bench.deliver(trace);
        }
        await().until(bench::settled);
        assertThat(sent("traceparent")).containsExactly(List.of(ONE.traceparent()), List.of(), List.of());
    }

    private List<List<String>> sent(String header) {
        return webhook.requests().stream()
                .map(request -> request.header(header))
                .toList();
    }
}
