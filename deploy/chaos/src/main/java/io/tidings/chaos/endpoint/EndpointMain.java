package io.tidings.chaos.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tidings.chaos.archive.HistoryArchive;
import io.tidings.chaos.history.EndpointRequest;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.chaos.subscriber.EndpointBehaviour;
import io.tidings.chaos.subscriber.EndpointProfile;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.chaos.subscriber.Subscribers;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.testbed.process.ChildProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * The endpoints of a campaign: {@code POST /BEHAVIOUR/SUBSCRIPTION} is written down before it is answered as its behaviour
 * wants it, over HTTP and HTTPS. Nothing disturbs this process itself, only the connections to it.
 */
public final class EndpointMain {
    private static final int BACKLOG = 1_024;
    private static final int NOT_FOUND = 404;
    private static final byte[] BODY = "{\"taken\":true}".repeat(20).getBytes(UTF_8);

    private final HistoryArchive archive;
    private final Subscribers subscribers;

    private EndpointMain(HistoryArchive archive, Subscribers subscribers) {
        this.archive = archive;
        this.subscribers = subscribers;
    }

    /** @param args the folder of the histories, that of the certificate, the profile */
    public static void main(String[] args) throws IOException {
        // A server that closes idle connections would add repeats of its own to those that are judged.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        System.setProperty("sun.net.httpserver.idleInterval", "3600");
        var subscribers = new Subscribers(EndpointProfile.valueOf(args[2]), 1, 1);
        var endpoints = new EndpointMain(new HistoryArchive(Path.of(args[0])), subscribers);
        var plain = HttpServer.create(anyPort(), BACKLOG);
        var secure = HttpsServer.create(anyPort(), BACKLOG);
        secure.setHttpsConfigurator(new HttpsConfigurator(new TestCertificate(Path.of(args[1])).context()));
        endpoints.serve(plain);
        endpoints.serve(secure);
        ChildProtocol.announce("%d %d"
                .formatted(plain.getAddress().getPort(), secure.getAddress().getPort()));
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private void serve(HttpServer server) {
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        var arrived = Instant.now();
        var path = exchange.getRequestURI().getPath().split("/", -1);
        var behaviour = path.length == 3 ? EndpointBehaviour.of(path[1]) : Optional.<EndpointBehaviour>empty();
        var subscriber = path.length == 3 ? subscribers.named(path[2]) : Optional.<Subscriber>empty();
        if (behaviour.isEmpty() || subscriber.isEmpty()) {
            exchange.sendResponseHeaders(NOT_FOUND, -1);
            exchange.close();
            return;
        }
        var inspection = RequestInspection.of(
                subscriber.get(),
                exchange.getRequestHeaders()::getFirst,
                exchange.getRequestBody().readAllBytes());
        int status = status(behaviour.get(), inspection, arrived);
        LockSupport.parkNanos(behaviour.get().delay().toNanos());
        var answered = Instant.now();
        for (var event : inspection.events()) {
            archive.write(
                    path[2],
                    new EndpointRequest(
                            event.id(),
                            inspection.before(),
                            arrived,
                            answered,
                            status,
                            inspection.events().size(),
                            inspection.difference(event)));
        }
        answer(exchange, status);
    }

    /** One event that is not taken decides for all of them. */
    private static int status(EndpointBehaviour behaviour, RequestInspection inspection, Instant arrived) {
        return inspection.events().stream()
                .mapToInt(each ->
                        behaviour.status(ChaosEvents.turn(ChaosEvents.number(each.id())), inspection.before(), arrived))
                .filter(status -> status != EndpointBehaviour.TAKEN)
                .findFirst()
                .orElse(EndpointBehaviour.TAKEN);
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        if (status == EndpointRequest.NO_ANSWER) {
            return; // the connection stays open, and nothing more is said on it
        }
        try (exchange) {
            exchange.sendResponseHeaders(status, BODY.length);
            exchange.getResponseBody().write(BODY);
        }
    }
}
