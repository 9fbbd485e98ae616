package io.tidings.worker.desk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidings.contract.lane.LockToken;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.http.LocalCallers;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.worker.dispatch.Receive;
import io.tidings.worker.dispatch.Receive.Received;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listener for ingest-service (B-PULL-4). It gets the events of a queue as receivers do, and one line for each token
 * back: nothing, or why it failed. A receive that nobody waits for any more is cancelled by its id, and answered all the
 * same.
 *
 * <pre>
 *  POST /queue/receive?queue=orders/billing&amp;uid=…&amp;number=3&amp;most=10&amp;millis=55000&amp;id=…
 *  POST /queue/cancel?id=…
 *  POST /queue/settle?queue=orders/billing&amp;uid=…&amp;number=3&amp;action=release&amp;delay=10    a token in each line
 * </pre>
 */
public final class ReceiveServer implements AutoCloseable {
    public static final String RECEIVE = "/queue/receive";
    public static final String CANCEL = "/queue/cancel";
    public static final String SETTLE = "/queue/settle";

    private static final Logger log = LoggerFactory.getLogger(ReceiveServer.class);
    private static final int MOST_AT_ONCE = 2_000;

    /** Read before the signature, which is of them, is known to be right. A thousand tokens take less. */
    private static final int MOST_BYTES = 32 * 1024;

    /** A commit may take as long as brokers need for it. */
    private static final Duration COMMIT = Duration.ofSeconds(20);

    private final HttpServer server;
    private final @Nullable SharedSecret secret;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore permits = new Semaphore(MOST_AT_ONCE);
    private final Map<String, Receive> waiting = new ConcurrentHashMap<>();
    private volatile @Nullable ReceiveDesk desk;

    private ReceiveServer(HttpServer server, @Nullable Password secret) {
        this.server = server;
        this.secret = secret == null ? null : new SharedSecret(secret);
    }

    @FunctionalInterface
    private interface Responder {
        void to(HttpExchange exchange, DeskQuery query, byte[] body) throws IOException;
    }

    /**
     * Takes the port, and responds from now on.
     *
     * @param secret null if requests need no signature, because only this host reaches the port
     * @throws InvalidSettings if the port is taken
     */
    public static ReceiveServer start(String host, int port, @Nullable Password secret) {
        try {
            var receives = new ReceiveServer(HttpServer.create(new InetSocketAddress(host, port), 0), secret);
            receives.listen();
            return receives;
        } catch (IOException e) {
            throw new InvalidSettings(List.of("receive.listen: " + host + ":" + port + " cannot be opened ("
                    + e.getMessage() + "); choose another or stop what uses it"));
        }
    }

    private void listen() {
        server.setExecutor(threads);
        listen(RECEIVE, (exchange, query, _) -> receive(exchange, query));
        listen(CANCEL, (exchange, query, _) -> cancel(exchange, query));
        listen(SETTLE, this::settle);
        server.start();
    }

    private void listen(String path, Responder responder) {
        server.createContext(path, exchange -> respond(exchange, path, responder))
                .getFilters()
                .add(new LocalCallers());
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** @param serving null while the worker has no partitions */
    public void serve(@Nullable ReceiveDesk serving) {
        desk = serving;
    }

    private void respond(HttpExchange exchange, String path, Responder responder) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(path)) {
                respond(exchange, 404, "there is nothing at this path");
            } else if (!exchange.getRequestMethod().equals("POST")) {
                respond(exchange, 405, "only POST is allowed");
            } else if (!permits.tryAcquire()) {
                respond(exchange, 503, "too many requests at once; ask again");
            } else {
                try {
                    responded(exchange, responder);
                } finally {
                    permits.release();
                }
            }
        }
    }

    private void responded(HttpExchange exchange, Responder responder) throws IOException {
        var body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            respond(exchange, 413, "the body must not be larger than " + MOST_BYTES + " bytes");
        } else if (!authorized(exchange, body)) {
            respond(
                    exchange,
                    401,
                    "the signature is missing or wrong, or the clocks differ by more than a minute; see"
                            + " receive.secret");
        } else {
            try {
                responder.to(exchange, DeskQuery.of(exchange.getRequestURI()), body);
            } catch (IllegalArgumentException e) {
                respond(exchange, 400, String.valueOf(e.getMessage()));
            }
        }
    }

    private boolean authorized(HttpExchange exchange, byte[] body) {
        return secret == null
                || secret.signed(
                        exchange.getRequestHeaders().getFirst("Authorization"),
                        exchange.getRequestMethod(),
                        exchange.getRequestURI(),
                        body,
                        Instant.now());
    }

    private void receive(HttpExchange exchange, DeskQuery query) throws IOException {
        var queue = query.queue();
        var patience = query.patience();
        var receive = new Receive(queue.uid(), query.most(), Instant.now().plus(patience));
        var id = query.text("id");
        if (waiting.putIfAbsent(id, receive) != null) {
            throw new IllegalArgumentException("another receive has this id");
        }
        try {
            var asked = desk;
            var asking = asked == null ? null : asked.receive(queue, receive);
            var reply = asking == null ? null : await(asking, patience.plus(COMMIT));
            if (asked != null && asking != null && reply == null) {
                receive.close();
                var _ = asking.thenAccept(late -> {
                    if (late instanceof Reply.Given<List<Received>>(var events)) {
                        takeBack(asked, queue, events);
                    }
                });
            }
            if (asked != null && reply instanceof Reply.Given<List<Received>>(var events)) {
                give(exchange, asked, queue, events);
            } else {
                refuse(exchange, reply);
            }
        } finally {
            waiting.remove(id);
        }
    }

    /** Events that cannot be sent come back at once, and their receive counts for nothing (B-PULL-3). */
    private static void give(HttpExchange exchange, ReceiveDesk asked, QueueShare queue, List<Received> events)
            throws IOException {
        try {
            respond(exchange, 200, "application/json", json(events));
        } catch (IOException e) {
            takeBack(asked, queue, events);
            throw e;
        }
    }

    private static void takeBack(ReceiveDesk asked, QueueShare queue, List<Received> events) {
        if (!events.isEmpty()) {
            var tokens = events.stream().map(Received::token).toList();
            var _ = asked.settle(queue, new TokenAction.TakeBack(), tokens)
                    .whenComplete((_, failure) -> log.debug("events of {} come back", queue.key(), failure));
        }
    }

    /** As receivers get it: the events are JSON already. */
    private static byte[] json(List<Received> events) {
        var out = new ByteArrayOutputStream();
        out.writeBytes("{\"value\":[".getBytes(UTF_8));
        for (int index = 0; index < events.size(); index++) {
            var each = events.get(index);
            var properties = (index == 0 ? "" : ",") + "{\"brokerProperties\":{\"lockToken\":\""
                    + each.token().text() + "\",\"deliveryCount\":" + each.deliveryCount() + "},\"event\":";
            out.writeBytes(properties.getBytes(UTF_8));
            out.writeBytes(each.event());
            out.write('}');
        }
        out.writeBytes("]}".getBytes(UTF_8));
        return out.toByteArray();
    }

    private void cancel(HttpExchange exchange, DeskQuery query) throws IOException {
        var receive = waiting.get(query.text("id"));
        if (receive != null) {
            receive.close();
        }
        respond(exchange, 200, "");
    }

    private void settle(HttpExchange exchange, DeskQuery query, byte[] body) throws IOException {
        var queue = query.queue();
        var texts = new String(body, UTF_8).lines().toList();
        var tokens = texts.stream()
                .flatMap(text -> LockToken.of(text).stream())
                .distinct()
                .toList();
        var asked = desk;
        var reply = asked == null ? null : await(asked.settle(queue, query.action(), tokens), COMMIT);
        if (reply instanceof Reply.Given<List<TokenResult>>(var results)) {
            var failures = results.stream().collect(Collectors.toMap(TokenResult::token, ReceiveServer::word));
            respond(
                    exchange,
                    200,
                    texts.stream()
                            .map(text -> LockToken.of(text)
                                    .map(token -> failures.getOrDefault(token, "TokenLost"))
                                    .orElse("BadToken"))
                            .collect(Collectors.joining("\n")));
        } else {
            refuse(exchange, reply);
        }
    }

    private static String word(TokenResult result) {
        return switch (result.failure()) {
            case null -> "";
            case LOST -> "TokenLost";
            case RENEWED_TOO_LONG -> "RenewedTooLong";
            case UNAVAILABLE -> "ServiceUnavailable";
        };
    }

    /** @param reply null if there was none */
    private static void refuse(HttpExchange exchange, @Nullable Reply<?> reply) throws IOException {
        switch (reply) {
            case null -> respond(exchange, 503, "the worker is starting or ends, or brokers do not commit; ask again");
            case Reply.NotOwner<?> _ -> respond(exchange, 421, "another worker has this partition number");
            case Reply.Crowded<?> _ -> respond(exchange, 429, "too many receivers wait already");
            case Reply.Given<?> _ -> throw new IllegalStateException("it was to be sent");
        }
    }

    private static <T> @Nullable Reply<T> await(CompletionStage<Reply<T>> asked, Duration patience) {
        try {
            return asked.toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            log.warn("a request for a queue failed; please report this bug", e);
            return null;
        } catch (TimeoutException e) {
            return null;
        }
    }

    private static void respond(HttpExchange exchange, int status, String sentence) throws IOException {
        respond(exchange, status, "text/plain; charset=utf-8", (sentence + '\n').getBytes(UTF_8));
    }

    private static void respond(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        try (var out = exchange.getResponseBody()) { // the end of the exchange would not say that nobody gets it
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
