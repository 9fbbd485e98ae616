package io.tidings.testbed.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** An HTTP server on loopback that asks a function for its responses. Each request has a thread of its own. */
public final class WebhookServer implements AutoCloseable {
    private static final String HOST = "localhost";
    private static final int BACKLOG = 1_024;

    private final HttpServer server;
    private final Function<ReceivedRequest, ScriptedResponse> endpoint;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);

    private WebhookServer(HttpServer server, Function<ReceivedRequest, ScriptedResponse> endpoint) {
        this.server = server;
        this.endpoint = endpoint;
    }

    /**
     * Listens on a port; 0 stands for any.
     *
     * @param tls null for plain HTTP
     */
    public static WebhookServer start(
            int port, @Nullable SSLContext tls, Function<ReceivedRequest, ScriptedResponse> endpoint) {
        return start(port, tls == null ? null : new HttpsConfigurator(tls), endpoint);
    }

    /**
     * Listens on any port, and asks every client for a certificate, which it may leave out.
     *
     * @param tls has the server's certificate and trusts the clients'
     */
    public static WebhookServer startAskingForCertificates(
            SSLContext tls, Function<ReceivedRequest, ScriptedResponse> endpoint) {
        return start(0, new AskingForCertificates(tls), endpoint);
    }

    private static final class AskingForCertificates extends HttpsConfigurator {
        AskingForCertificates(SSLContext tls) {
            super(tls);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            var asking = getSSLContext().getDefaultSSLParameters();
            asking.setWantClientAuth(true);
            parameters.setSSLParameters(asking);
        }
    }

    private static WebhookServer start(
            int port, @Nullable HttpsConfigurator https, Function<ReceivedRequest, ScriptedResponse> endpoint) {
        try {
            var webhook = new WebhookServer(server(port, https), endpoint);
            webhook.server.setExecutor(webhook.threads);
            webhook.server.createContext("/", webhook::receive);
            webhook.server.start();
            return webhook;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }

    private static HttpServer server(int port, @Nullable HttpsConfigurator https) throws IOException {
        var address = new InetSocketAddress(InetAddress.getByName(HOST), port);
        if (https == null) {
            return HttpServer.create(address, BACKLOG);
        }
        var server = HttpsServer.create(address, BACKLOG);
        server.setHttpsConfigurator(https);
        return server;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public URI uri(String path) {
        var scheme = server instanceof HttpsServer ? "https" : "http";
        return URI.create("%s://%s:%d%s".formatted(scheme, HOST, port(), path));
    }

    private void receive(HttpExchange exchange) throws IOException {
        // An exchange that is closed before a header was sent closes its connection, too.
        try (exchange) {
            var request = read(exchange);
            respond(exchange, request, endpoint.apply(request));
        }
    }

    private static ReceivedRequest read(HttpExchange exchange) throws IOException {
        var received = Instant.now();
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
                received,
                exchange instanceof HttpsExchange https ? certificate(https) : null);
    }

    private static @Nullable X509Certificate certificate(HttpsExchange exchange) {
        try {
            return (X509Certificate) exchange.getSSLSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException _) {
            return null;
        }
    }

    private void respond(HttpExchange exchange, ReceivedRequest request, ScriptedResponse response) throws IOException {
        switch (response) {
            case ScriptedResponse.Status(int code, var headers, var text) -> {
                var body = text.getBytes(StandardCharsets.UTF_8);
                headers.forEach(exchange.getResponseHeaders()::set);
                exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
                if (body.length > 0) {
                    exchange.getResponseBody().write(body);
                }
            }
            case ScriptedResponse.Computed(var status) -> respond(exchange, request, status.apply(request));
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

    /** Drops the connections of all requests that still wait for a response. */
    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }
}
