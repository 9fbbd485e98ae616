package io.tidings.worker.endpoint;

import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.runtime.endpoint.Addresses;
import io.tidings.worker.verdict.Outcome;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.ClosedSelectorException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.IdleConnectionEvictor;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.bootstrap.AsyncRequester;
import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandlerFactory;
import org.apache.hc.core5.http.impl.nio.ClientHttp1StreamDuplexerFactory;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts events to webhooks. Retries nothing but what met a closed connection, follows no redirect, keeps no cookie: all
 * that is decided elsewhere.
 *
 * <p>Its pool is never the bottleneck: the bounds on deliveries in flight are, so that no subscription waits for a
 * connection because another one has taken them all.
 */
public final class EndpointClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointClient.class);

    /** After this a connection is not used again, so that a changed address is noticed. */
    private static final Duration CONNECTION_LIFE = Duration.ofMinutes(5);

    /** Of all requests alike, in HttpClient's log. */
    private static final String NAME = "delivery";

    /** Requests are complete as their heads make them. */
    private static final HttpProcessor NOTHING_ADDED =
            HttpProcessorBuilder.create().build();

    private static final TimeValue IDLE = TimeValue.ofSeconds(30);
    private static final TimeValue CLOSING = TimeValue.ofSeconds(1);
    /**
     * With count and length the head of an answer takes less than a megabyte. Each connection has three buffers of that
     * size, and there may be thousands: with the default of 32 KB, a hundred megabytes for a thousand.
     */
    private static final Http1Config ANSWERS = Http1Config.custom()
            .setBufferSize(8 * 1024)
            .setMaxHeaderCount(100)
            .setMaxLineLength(8 * 1024)
            .build();

    private final Connections connections;
    private final AsyncRequester requester;
    private final IdleConnectionEvictor evictor;
    private final Timeout leaseTimeout;
    private final Addresses addresses;
    private final EndpointRules urls;
    private final Duration connectTimeout;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> broken = new CompletableFuture<>();
    private volatile boolean closed;

    private EndpointClient(
            Connections connections,
            AsyncRequester requester,
            Addresses addresses,
            EndpointRules urls,
            Duration connectTimeout) {
        this.connections = connections;
        this.requester = requester;
        this.addresses = addresses;
        this.urls = urls;
        this.connectTimeout = connectTimeout;
        leaseTimeout = Timeout.of(connectTimeout);
        evictor = new IdleConnectionEvictor(connections, IDLE);
    }

    /**
     * A client that is ready.
     *
     * @param connectTimeout of lookup, connect and handshake together
     * @param responseTimeout of silence on a connection
     * @param maxConnections at least as many as requests are ever under way
     */
    public static EndpointClient open(
            EndpointRules urls,
            AddressRules rules,
            Duration connectTimeout,
            Duration responseTimeout,
            int maxConnections) {
        return open(
                urls,
                new Addresses(rules),
                DefaultClientTlsStrategy.createDefault(),
                new Connections.Bounds(connectTimeout, responseTimeout, CONNECTION_LIFE, maxConnections));
    }

    static EndpointClient open(EndpointRules urls, Addresses addresses, TlsStrategy tls, Connections.Bounds bounds) {
        var requester = new AsyncRequester(
                new ClientHttp1IOEventHandlerFactory(
                        new ClientHttp1StreamDuplexerFactory(NOTHING_ADDED, ANSWERS, CharCodingConfig.DEFAULT),
                        null, // Connections sees to TLS
                        null),
                IOReactorConfig.custom()
                        .setIoThreadCount(1) // measured: one thread drives more than two cores can use
                        .setTcpNoDelay(true)
                        .build(),
                null,
                EndpointClient::report,
                null,
                null,
                null,
                null,
                null);
        var client = new EndpointClient(
                new Connections(addresses, tls, bounds), requester, addresses, urls, bounds.connect());
        requester.start();
        client.evictor.start();
        return client;
    }

    /**
     * Sends one request.
     *
     * @param report told the outcome once, on a thread that must not be kept
     */
    public Exchange post(Post post, Consumer<Outcome> report) {
        return post(post, () -> true, report);
    }

    /**
     * Sends one request, if it may still be sent when its turn on a connection comes.
     *
     * @param sendable asked on any thread, each time before the request is written
     * @param report told the outcome once, on a thread that must not be kept
     */
    public Exchange post(Post post, BooleanSupplier sendable, Consumer<Outcome> report) {
        var exchange = new Exchange(post, this, sendable, report);
        if (!urls.allowHttp() && !post.head().target().getSchemeName().equals("https")) {
            exchange.refuse();
        } else {
            open.add(exchange);
            send(exchange);
        }
        return exchange;
    }

    /** Sends its request, for the first or the second time. */
    void send(Exchange exchange) {
        var sending = new Sending(exchange, connectTimeout);
        exchange.sending(sending);
        var lookup = addresses.lookup(exchange.post().head().target().getHostName());
        if (lookup.addresses().isDone()) {
            execute(sending, lookup.addresses());
        } else {
            var begun = inTime(lookup.begun());
            var _ = begun.whenComplete((_, late) -> {
                if (late == null) {
                    sending.lookupBegins();
                    var found = inTime(lookup.addresses());
                    var _ = found.whenComplete((_, _) -> execute(sending, found));
                } else {
                    exchange.unresolved(new ConnectionRequestTimeoutException("no thread was free for the lookup"));
                }
            });
        }
    }

    private <T> CompletableFuture<T> inTime(CompletableFuture<T> lookup) {
        return lookup.copy().orTimeout(connectTimeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    void ended(Exchange exchange) {
        open.remove(exchange);
        if (!closed && requester.getStatus() != IOReactorStatus.ACTIVE) {
            broken.completeExceptionally(new IllegalStateException("the thread that drives connections has ended"));
        }
    }

    /** Completes exceptionally when nothing can be sent any more; what cannot be sent meanwhile counts for nothing. */
    public CompletionStage<Void> broken() {
        return broken;
    }

    private void execute(Sending sending, CompletableFuture<InetAddress[]> lookup) {
        if (sending.givenUp()) {
            return;
        }
        if (closed) {
            sending.exchange().cancel();
        } else if (lookup.isCompletedExceptionally()) {
            sending.exchange().unresolved(unresolved(lookup.exceptionNow()));
        } else {
            execute(sending);
        }
    }

    private void execute(Sending sending) {
        try {
            sending.leases(connections.lease(
                    NAME, sending.exchange().post().head().route(), null, leaseTimeout, new Leased(sending)));
        } catch (RuntimeException e) {
            sending.failed(e); // on the thread of a lookup nobody else would see it
        }
    }

    /** A request that waits for its connection: for a place among all, and then, if the place is empty, for the connect. */
    private final class Leased implements FutureCallback<AsyncConnectionEndpoint> {
        private final Sending sending;

        Leased(Sending sending) {
            this.sending = sending;
        }

        @Override
        public void completed(AsyncConnectionEndpoint endpoint) {
            boolean connected = endpoint.isConnected();
            sending.takes(connections, endpoint, connected);
            if (sending.givenUp()) {
                sending.failed(new ConnectionClosedException("given up"));
            } else if (connected) {
                endpoint.execute(NAME, sending, HttpClientContext.create());
            } else {
                sending.connects(connections.open(endpoint, requester, sending.connectTimeLeft(), this));
            }
        }

        @Override
        public void failed(Exception failure) {
            sending.failed(failure);
        }

        @Override
        public void cancelled() {
            sending.failed(new ConnectionClosedException("given up"));
        }
    }

    private static Exception unresolved(Throwable cause) {
        return switch (cause) {
            case TimeoutException late -> {
                var unknown = new UnknownHostException("the lookup took too long");
                unknown.initCause(late);
                yield unknown;
            }
            case Exception e -> e;
            default -> new IllegalStateException("a lookup failed", cause);
        };
    }

    /** What the thread that drives the connections stumbles over, its own end excepted. */
    private static void report(Exception failure) {
        if (!(failure instanceof ClosedSelectorException)) {
            LOG.error("connections to endpoints failed; restart the worker if deliveries do not go on", failure);
        }
    }

    /** Gives up what is under way, and closes all connections: those that wait for nothing in good order, then the rest. */
    @Override
    public void close() {
        closed = true;
        open.forEach(Exchange::cancel);
        evictor.shutdown();
        requester.initiateShutdown();
        try {
            requester.awaitShutdown(CLOSING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        requester.close(CloseMode.IMMEDIATE);
        connections.close(CloseMode.IMMEDIATE);
        addresses.close();
    }
}
