package io.tidings.testbed.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * A webhook endpoint on loopback that records what it gets and answers by a script: 200 on every path without one.
 *
 * <p>A request is recorded before it is answered. Safe for use by many threads.
 */
public final class ScriptedWebhook implements AutoCloseable {
    private static final String HOST = "localhost";
    private static final int BACKLOG = 1_024;
    private static final ResponseScript ACCEPTED = new ResponseScript(List.of(ScriptedResponse.status(200)), _ -> "");

    private final HttpServer server;
    private final String scheme;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, ResponseScript> scripts = new ConcurrentHashMap<>();
    private final Queue<ReceivedRequest> requests = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    private ScriptedWebhook(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
    }

    /** Listens on a free port. */
    public static ScriptedWebhook start() {
        return start(0);
    }

    public static ScriptedWebhook start(int port) {
        try {
            return serving(HttpServer.create(address(port), BACKLOG), "http");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }

    /** Speaks HTTPS. */
    public static ScriptedWebhook start(int port, SSLContext tls) {
        try {
            var server = HttpsServer.create(address(port), BACKLOG);
            server.setHttpsConfigurator(new HttpsConfigurator(tls));
            return serving(server, "https");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }

    /** Replaces the script of the path: its requests get these answers in order, then the last one again and again. */
    public void answers(String path, ScriptedResponse... answers) {
        scripts.put(path, new ResponseScript(List.of(answers), _ -> ""));
    }

    /** Like {@link #answers}, but every event goes through the answers on its own; a batch goes by its first event. */
    public void answersPerEvent(String path, ScriptedResponse... answers) {
        scripts.put(path, new ResponseScript(List.of(answers), RequestEventId::of));
    }

    /** Everything received so far, in order. */
    public List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    public List<ReceivedRequest> requests(String path) {
        return requests.stream().filter(r -> r.path().equals(path)).toList();
    }

    public URI uri(String path) {
        return URI.create("%s://%s:%d%s".formatted(scheme, HOST, port(), path));
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Drops the connections of all requests that are still waiting for an answer. */
    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }

    private static InetSocketAddress address(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByName(HOST), port);
    }

    private static ScriptedWebhook serving(HttpServer server, String scheme) {
        var webhook = new ScriptedWebhook(server, scheme);
        server.setExecutor(webhook.threads);
        server.createContext("/", webhook::receive);
        server.start();
        return webhook;
    }

    private void receive(HttpExchange exchange) throws IOException {
        // Closed before a header was sent, an exchange takes its connection along.
        try (exchange) {
            var request = read(exchange);
            requests.add(request);
            answer(
                    exchange,
                    request,
                    scripts.getOrDefault(request.path(), ACCEPTED).next(request));
        }
    }

    private void answer(HttpExchange exchange, ReceivedRequest request, ScriptedResponse response) throws IOException {
        switch (response) {
            case ScriptedResponse.Status status -> send(exchange, status);
            case ScriptedResponse.Computed computed ->
                send(exchange, computed.status().apply(request));
            case ScriptedResponse.Hang _ -> awaitClosing();
            case ScriptedResponse.Close _ -> {}
        }
    }

    private void awaitClosing() {
        try {
            closing.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, ScriptedResponse.Status status) throws IOException {
        var body = status.body().getBytes(StandardCharsets.UTF_8);
        status.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(status.code(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    private static ReceivedRequest read(HttpExchange exchange) throws IOException {
        var headers = new HashMap<String, List<String>>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        var uri = exchange.getRequestURI();
        return new ReceivedRequest(
                exchange.getRequestMethod(),
                uri.getPath(),
                uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                headers,
                exchange.getRequestBody().readAllBytes(),
                Clock.systemUTC().instant());
    }
}
