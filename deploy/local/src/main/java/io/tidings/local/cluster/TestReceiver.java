package io.tidings.local.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * An endpoint for first steps. It agrees to every handshake and accepts every delivery, or refuses it with the status
 * in its path: {@code /status/500}. It keeps nothing, but may show what it gets.
 */
public final class TestReceiver implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern STATUS = Pattern.compile("/status/([2-5]\\d\\d)");
    private static final int ACCEPTED = 200;
    private static final int NO_BODY = -1;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private final Consumer<String> deliveries;

    private TestReceiver(HttpServer server, Consumer<String> deliveries) {
        this.server = server;
        this.deliveries = deliveries;
    }

    static TestReceiver start(String host, int port) {
        return start(host, port, _ -> {});
    }

    /**
     * An endpoint that shows what it gets.
     *
     * @param deliveries takes the body of each delivery, from any thread
     */
    public static TestReceiver start(String host, int port, Consumer<String> deliveries) {
        try {
            var receiver = new TestReceiver(HttpServer.create(new InetSocketAddress(host, port), 0), deliveries);
            receiver.server.createContext("/", receiver::respond);
            receiver.server.setExecutor(receiver.threads);
            receiver.server.start();
            return receiver;
        } catch (IOException e) {
            throw new CannotStart(
                    "The test receiver cannot listen on port %d: choose another with --receiver-port.".formatted(port),
                    e);
        }
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("OPTIONS")) {
                agreeToCloudEvents(exchange);
            } else if ("SubscriptionValidation"
                    .equals(exchange.getRequestHeaders().getFirst("aeg-event-type"))) {
                agreeToEventGrid(exchange);
            } else {
                deliveries.accept(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                exchange.sendResponseHeaders(status(exchange.getRequestURI().getPath()), NO_BODY);
            }
        }
    }

    private static int status(String path) {
        var asked = STATUS.matcher(path);
        return asked.matches() ? Integer.parseInt(asked.group(1)) : ACCEPTED;
    }

    private static void agreeToCloudEvents(HttpExchange exchange) throws IOException {
        var origin = exchange.getRequestHeaders().getFirst("WebHook-Request-Origin");
        exchange.getResponseHeaders().set("WebHook-Allowed-Origin", origin == null ? "*" : origin);
        exchange.getResponseHeaders().set("WebHook-Allowed-Rate", "*");
        exchange.sendResponseHeaders(ACCEPTED, NO_BODY);
    }

    private static void agreeToEventGrid(HttpExchange exchange) throws IOException {
        var response = JsonNodeFactory.instance
                .objectNode()
                .put("validationResponse", code(exchange.getRequestBody().readAllBytes()))
                .toString()
                .getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(ACCEPTED, response.length);
        exchange.getResponseBody().write(response);
    }

    private static String code(byte[] handshake) {
        try {
            return JSON.readTree(handshake).at("/0/data/validationCode").asText();
        } catch (IOException _) { // then it is not Tidings that asks
            return "";
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
