package io.tidings.timeline.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.http.LocalCallers;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener for queries of ingest-service, {@code /timeline}, and of other instances, {@code /timeline/share}. */
public final class QueryServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(QueryServer.class);
    private static final int MOST_AT_ONCE = 16;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore wholes = new Semaphore(MOST_AT_ONCE);
    /** Of its own, so that instances that wait for each other cannot stand still. */
    private final Semaphore shares = new Semaphore(MOST_AT_ONCE);

    private final @Nullable SharedSecret secret;

    private QueryServer(HttpServer server, @Nullable Password secret) {
        this.server = server;
        this.secret = secret == null ? null : new SharedSecret(secret);
    }

    @FunctionalInterface
    private interface Responder {
        TimelineResult to(String query) throws TimelineUnavailableException;
    }

    /**
     * Takes the port; requests are responded to from {@link #respond} on.
     *
     * @throws InvalidSettings if the port is taken
     */
    public static QueryServer bind(String host, int port, @Nullable Password secret) {
        try {
            return new QueryServer(HttpServer.create(new InetSocketAddress(host, port), 0), secret);
        } catch (IOException e) {
            throw new InvalidSettings(List.of("timeline.listen: " + host + ":" + port + " cannot be opened ("
                    + e.getMessage() + "); choose another or stop what uses it"));
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public void respond(TimelineCluster cluster, LocalShare local) {
        server.setExecutor(threads);
        listen(TimelineClient.WHOLE, wholes, query -> cluster.ask(TimelineQuery.parse(query)));
        listen(TimelineClient.SHARE, shares, query -> share(query, local));
        server.start();
    }

    private void listen(String path, Semaphore permits, Responder responder) {
        server.createContext(path, exchange -> respond(exchange, permits, path, responder))
                .getFilters()
                .add(new LocalCallers());
    }

    private static TimelineResult share(String query, LocalShare local) {
        var partitions = parameter(query, "partitions")
                .map(text ->
                        Stream.of(text.split(",", -1)).map(Integer::valueOf).toList())
                .orElseGet(List::of);
        boolean stale = parameter(query, "stale").filter("true"::equals).isPresent();
        return local.ask(TimelineQuery.parse(query), partitions, stale);
    }

    private static Optional<String> parameter(String query, String name) {
        return Stream.of(query.split("&", -1))
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }

    private void respond(HttpExchange exchange, Semaphore permits, String path, Responder responder)
            throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(path)) {
                respond(exchange, 404, "there is nothing at this path");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                respond(exchange, 405, "only GET is allowed");
            } else if (!authorized(exchange)) {
                respond(
                        exchange,
                        401,
                        "the signature is missing or wrong, or the clocks differ by more than a minute; see"
                                + " timeline.secret");
            } else if (!permits.tryAcquire()) {
                respond(exchange, 503, "too many queries at once; ask again");
            } else {
                try {
                    respond(exchange, responder);
                } finally {
                    permits.release();
                }
            }
        }
    }

    private static void respond(HttpExchange exchange, Responder responder) throws IOException {
        var query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        try {
            respond(exchange, 200, "application/json", responder.to(query).json());
        } catch (TimelineUnavailableException e) {
            respond(exchange, 503, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            respond(exchange, 400, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.warn("a query of the timeline failed; please report this bug", e);
            respond(exchange, 500, "the timeline has failed, see its log");
        }
    }

    private boolean authorized(HttpExchange exchange) {
        return secret == null
                || secret.signed(
                        exchange.getRequestHeaders().getFirst("Authorization"),
                        exchange.getRequestMethod(),
                        exchange.getRequestURI(),
                        Instant.now());
    }

    private static void respond(HttpExchange exchange, int status, String sentence) throws IOException {
        respond(exchange, status, "text/plain; charset=utf-8", (sentence + '\n').getBytes(UTF_8));
    }

    private static void respond(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
