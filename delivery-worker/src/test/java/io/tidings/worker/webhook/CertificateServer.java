package io.tidings.worker.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** An endpoint that requires a client certificate, and records whose certificate came on which connection. */
final class CertificateServer implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Visit> visits = new ConcurrentLinkedQueue<>();

    /** @param port of the client, which tells connections apart */
    record Visit(Certificate client, int port) {}

    /** @param tls has the server's certificate and trusts the clients' */
    CertificateServer(SSLContext tls) throws IOException {
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 100);
        server.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                var required = tls.getDefaultSSLParameters();
                required.setNeedClientAuth(true);
                parameters.setSSLParameters(required);
            }
        });
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var client = ((HttpsExchange) exchange).getSSLSession().getPeerCertificates()[0];
            visits.add(new Visit(client, exchange.getRemoteAddress().getPort()));
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
        }
    }

    List<Visit> visits() {
        return List.copyOf(visits);
    }

    String url() {
        return "https://localhost:" + server.getAddress().getPort() + "/hook";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        threads.close();
    }
}
