package io.tidings.worker.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** An endpoint that gets batches, and the dispatcher that sends them. */
final class BatchBench implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    final ScriptedWebhook webhook = ScriptedWebhook.start();
    final DispatcherFixture bench = new DispatcherFixture(Map.of("worker.max.queued.per.subscription", "10000"));

    /** @param members of the webhook's properties besides its URL, each with a comma before it */
    void subscribe(String members) {
        bench.subscribe("uid", webhook.uri("/hook").toString(), members);
    }

    /** Hands so many new deliveries to the dispatcher. */
    void deliver(int count) {
        for (int i = 0; i < count; i++) {
            bench.deliver();
        }
    }

    /** Returns how many events each request had. */
    List<Integer> sizes() {
        return webhook.requests().stream().map(request -> body(request).size()).toList();
    }

    /** Returns the ids of all events in the order in which they arrived. */
    List<String> ids() {
        return webhook.requests().stream()
                .flatMap(request -> body(request).findValuesAsText("id").stream())
                .toList();
    }

    private static JsonNode body(ReceivedRequest request) {
        try {
            return JSON.readTree(request.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        bench.close();
        webhook.close();
    }
}
