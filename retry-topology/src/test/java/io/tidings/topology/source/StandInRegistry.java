package io.tidings.topology.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A schema registry that says what it was told to, and otherwise that it has no such schema. */
final class StandInRegistry implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Response> responses = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile @Nullable String authorization;

    private record Response(int status, String body) {}

    StandInRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/apis/ccompat/v7/");
    }

    StandInRegistry says(String path, int status, String body) {
        responses.put("/apis/ccompat/v7" + path, new Response(status, body));
        return this;
    }

    /** The paths that were asked for, below that of the registry. */
    List<String> asked() {
        return asked.stream()
                .map(path -> path.substring("/apis/ccompat/v7".length()))
                .toList();
    }

    /** Null if the last request had none. */
    @Nullable
    String authorization() {
        return authorization;
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getRawPath();
            asked.add(path);
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            var response = responses.getOrDefault(
                    path, new Response(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}"));
            var body = response.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
