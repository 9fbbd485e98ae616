package io.tidings.testbed.webhook;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A webhook endpoint on loopback, which records requests and responds by a script: 200 on every path without one.
 *
 * <p>A request is recorded before the response. Safe for use by many threads.
 */
public final class ScriptedWebhook implements AutoCloseable {
    private static final ResponseScript ACCEPTED = new ResponseScript(List.of(ScriptedResponse.status(200)), _ -> "");

    private final Map<String, ResponseScript> scripts = new ConcurrentHashMap<>();
    private final Queue<ReceivedRequest> requests = new ConcurrentLinkedQueue<>();
    private final WebhookServer server;

    private ScriptedWebhook(int port, @Nullable SSLContext tls) {
        server = WebhookServer.start(port, tls, this::response);
    }

    /** Listens on a free port. */
    public static ScriptedWebhook start() {
        return start(0);
    }

    public static ScriptedWebhook start(int port) {
        return new ScriptedWebhook(port, null);
    }

    /** Speaks HTTPS. */
    public static ScriptedWebhook start(int port, SSLContext tls) {
        return new ScriptedWebhook(port, tls);
    }

    private ScriptedResponse response(ReceivedRequest request) {
        requests.add(request);
        return scripts.getOrDefault(request.path(), ACCEPTED).next(request);
    }

    /**
     * Replaces the script of the path: its requests get these responses in order, then the last one again and again.
     */
    public void answers(String path, ScriptedResponse... answers) {
        scripts.put(path, new ResponseScript(List.of(answers), _ -> ""));
    }

    /**
     * Like {@link #answers}, but every event goes through the responses on its own; a batch goes by its first event.
     */
    public void answersPerEvent(String path, ScriptedResponse... answers) {
        scripts.put(path, new ResponseScript(List.of(answers), RequestEventId::of));
    }

    /** All requests, in order. */
    public List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    public List<ReceivedRequest> requests(String path) {
        return requests.stream().filter(r -> r.path().equals(path)).toList();
    }

    public URI uri(String path) {
        return server.uri(path);
    }

    public int port() {
        return server.port();
    }

    /** Drops the connections of all requests that still wait for a response. */
    @Override
    public void close() {
        server.close();
    }
}
