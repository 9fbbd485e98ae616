package io.tidings.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A server that responds as management does, by a script or a function, and records what it was asked. */
public final class StubManagement implements AutoCloseable {
    private final HttpServer server;
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final Map<String, Function<Received, Reply>> replies = new ConcurrentHashMap<>();

    /** @param target the path and the query */
    public record Received(String method, String target, Map<String, String> headers, String body) {
        /** Such as "GET /topics/orders". */
        public String line() {
            return method + " " + target;
        }
    }

    /** A response of the server. */
    public record Reply(int status, String body, Map<String, String> headers) {
        public static Reply of(int status, String body) {
            return new Reply(status, body, Map.of());
        }
    }

    public StubManagement() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::respond);
        server.start();
    }

    /** Responds to requests with this line; the query does not matter. */
    public StubManagement on(String line, int status, String body) {
        return on(line, _ -> Reply.of(status, body));
    }

    /** Responds to one request after the other, and to all further ones as to the last. */
    public StubManagement onEach(String line, String... bodies) {
        var next = new AtomicInteger();
        return on(line, _ -> Reply.of(200, bodies[Math.min(next.getAndIncrement(), bodies.length - 1)]));
    }

    public StubManagement on(String line, Function<Received, Reply> reply) {
        replies.put(line, reply);
        return this;
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = new ConcurrentHashMap<String, String>();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
            var uri = exchange.getRequestURI();
            var request = new Received(
                    exchange.getRequestMethod(),
                    uri.toString(),
                    Map.copyOf(headers),
                    new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            received.add(request);
            var reply = replies.getOrDefault(request.method() + " " + uri.getRawPath(), _ -> notFound(uri.getRawPath()))
                    .apply(request);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            var body = reply.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private static Reply notFound(String path) {
        return Reply.of(
                404,
                "{\"error\":{\"code\":\"NotFound\",\"message\":\"there is no %s\",\"details\":[]}}".formatted(path));
    }

    public List<Received> received() {
        return List.copyOf(received);
    }

    public List<String> lines() {
        return received.stream().map(Received::line).toList();
    }

    public String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
