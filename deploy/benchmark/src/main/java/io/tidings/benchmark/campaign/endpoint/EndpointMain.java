package io.tidings.benchmark.campaign.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidings.benchmark.campaign.history.Archive;
import io.tidings.benchmark.campaign.history.Request;
import io.tidings.benchmark.campaign.publish.Events;
import io.tidings.benchmark.process.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * The endpoints of a campaign: {@code POST /CONDUCT/SUBSCRIPTION} is written down before it is answered as its conduct
 * wants it. Nothing disturbs this process itself, only the connections to it.
 */
public final class EndpointMain {
    private static final int BACKLOG = 1_024;
    private static final int NOT_FOUND = 404;
    private static final byte[] BODY = "{\"taken\":true}".repeat(20).getBytes(UTF_8);

    private final Archive archive;

    private EndpointMain(Archive archive) {
        this.archive = archive;
    }

    /** @param args the folder of the histories */
    public static void main(String[] args) throws IOException {
        // A server that closes idle connections would add repeats of its own to those that are judged.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        System.setProperty("sun.net.httpserver.idleInterval", "3600");
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", new EndpointMain(new Archive(Path.of(args[0])))::take);
        server.start();
        Child.announce(Integer.toString(server.getAddress().getPort()));
        Child.awaitParentsEnd();
        System.exit(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        var arrived = Instant.now();
        var path = exchange.getRequestURI().getPath().split("/", -1);
        var conduct = path.length == 3 ? Conduct.of(path[1]) : Optional.<Conduct>empty();
        if (conduct.isEmpty()) {
            exchange.sendResponseHeaders(NOT_FOUND, -1);
            exchange.close();
            return;
        }
        var number = Events.number(exchange.getRequestBody().readAllBytes());
        int before = Integer.parseInt(exchange.getRequestHeaders().getFirst("aeg-delivery-count"));
        int status = conduct.get().status(Events.turn(number), before, arrived);
        LockSupport.parkNanos(conduct.get().delay().toNanos());
        archive.write(path[2], new Request(Events.id(number), before, arrived, Instant.now(), status));
        answer(exchange, status);
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        if (status == Request.NO_ANSWER) {
            return; // the connection stays open, and nothing more is said on it
        }
        try (exchange) {
            exchange.sendResponseHeaders(status, BODY.length);
            exchange.getResponseBody().write(BODY);
        }
    }
}
