package io.tidings.cli.listen;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP server that asks a function for its responses. Each request has a thread of its own. */
public final class Endpoint implements AutoCloseable {
    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final int NO_BODY = -1;
    private static final int ACCEPTED = 200;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private Endpoint(HttpServer server) {
        this.server = server;
    }

    /** Starts an endpoint that accepts every event, unless its path asks for another status. */
    public static Endpoint accepting(String address, int port) {
        var rule = ResponseRule.always(ACCEPTED);
        return start(
                address,
                port,
                port,
                request ->
                        Handshake.response(request).orElseGet(() -> WebhookResponse.status(rule.next(request.path()))));
    }

    /** Listens on the first port of a range that is free; 0 stands for any. */
    static Endpoint start(String address, int first, int last, Function<IncomingRequest, WebhookResponse> responses) {
        try {
            var endpoint = new Endpoint(server(InetAddress.getByName(address), first, last));
            endpoint.server.createContext("/", exchange -> respond(exchange, responses));
            endpoint.server.setExecutor(endpoint.threads);
            endpoint.server.start();
            return endpoint;
        } catch (IOException e) {
            throw CommandFailure.usage("Cannot listen on %s port %d (%s): choose another with --port, or 0 for any."
                    .formatted(address, last, e.getMessage()));
        }
    }

    private static HttpServer server(InetAddress address, int first, int last) throws IOException {
        for (int port = first; port < last; port++) {
            try {
                return HttpServer.create(new InetSocketAddress(address, port), 0);
            } catch (BindException _) {
                // another program listens there
            }
        }
        return HttpServer.create(new InetSocketAddress(address, last), 0);
    }

    int port() {
        return server.getAddress().getPort();
    }

    private static void respond(HttpExchange exchange, Function<IncomingRequest, WebhookResponse> responses)
            throws IOException {
        try (exchange) {
            var response = responses.apply(request(exchange));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            var body = response.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(response.status(), body.length == 0 ? NO_BODY : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private static IncomingRequest request(HttpExchange exchange) throws IOException {
        var headers = new HashMap<String, String>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        var body = new String(exchange.getRequestBody().readNBytes(MOST_BYTES), UTF_8);
        return new IncomingRequest(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
