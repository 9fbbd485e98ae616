package io.tidings.acceptance.installation;

import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Webhooks that count how often each event arrives. Safe for use by many threads. */
public final class CountingEndpoints implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final int BUSY = 503;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final Map<String, Integer> arrivals = new ConcurrentHashMap<>();

    /** Makes an endpoint that accepts handshakes and has one response to every event, and returns its address. */
    public String answering(String path, int status) {
        webhook.answers(path, ScriptedResponse.computed(request -> answer(request, status)));
        return webhook.uri(path).toString();
    }

    /** Makes an endpoint that responds 503 to first attempts, and returns its address. */
    public String busyAtFirst(String path) {
        webhook.answers(
                path,
                ScriptedResponse.computed(request ->
                        answer(request, request.header("aeg-delivery-count").contains("0") ? BUSY : 200)));
        return webhook.uri(path).toString();
    }

    private ScriptedResponse.Status answer(ReceivedRequest request, int status) {
        if (!request.header("aeg-event-type").contains("Notification")) {
            return consent().status().apply(request);
        }
        var id = ID.matcher(request.text());
        if (status < 300 && id.find()) {
            arrivals.merge(request.path() + " " + id.group(1), 1, Integer::sum);
        }
        return ScriptedResponse.status(status);
    }

    private static ScriptedResponse.Computed consent() {
        return (ScriptedResponse.Computed) ScriptedResponse.agreeing();
    }

    /** The number of different events that paths with that prefix have accepted. */
    public long taken(String path) {
        return arrivals.keySet().stream().filter(key -> key.startsWith(path)).count();
    }

    /** The number of deliveries of events that had been accepted before. */
    public long repeated(String path) {
        return arrivals.entrySet().stream()
                .filter(each -> each.getKey().startsWith(path))
                .mapToLong(each -> each.getValue() - 1)
                .sum();
    }

    @Override
    public void close() {
        webhook.close();
    }
}
