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
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
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

    private static final TimeValue IDLE = TimeValue.ofSeconds(30);
    private static final TimeValue CLOSING = TimeValue.ofSeconds(1);
    /** With both, the head of an answer takes less than a megabyte. */
    private static final Http1Config ANSWERS = Http1Config.custom()
            .setMaxHeaderCount(100)
            .setMaxLineLength(8 * 1024)
            .build();

    private final CloseableHttpAsyncClient client;
    private final Addresses addresses;
    private final EndpointRules urls;
    private final Duration connectTimeout;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> broken = new CompletableFuture<>();
    private volatile boolean closed;

    private EndpointClient(
            CloseableHttpAsyncClient client, Addresses addresses, EndpointRules urls, Duration connectTimeout) {
        this.client = client;
        this.addresses = addresses;
        this.urls = urls;
        this.connectTimeout = connectTimeout;
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
        var client = HttpAsyncClients.custom()
                .setConnectionManager(new Connections(addresses, tls, bounds))
                .setHttp1Config(ANSWERS)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1) // measured: one thread drives more than two cores can use
                        .setTcpNoDelay(true)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(bounds.connect()))
                        .setResponseTimeout(Timeout.of(bounds.response()))
                        .setRedirectsEnabled(false)
                        .build())
                .setIoReactorExceptionCallback(EndpointClient::report)
                .addRequestInterceptorLast((_, _, context) -> Sending.begins(context))
                .disableCookieManagement()
                .disableAuthCaching()
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableContentCompression()
                .setUserAgent("Tidings")
                .evictExpiredConnections()
                .evictIdleConnections(IDLE)
                .build();
        client.start();
        return new EndpointClient(client, addresses, urls, bounds.connect());
    }

    /**
     * Sends one request.
     *
     * @param report told the outcome once, on a thread that must not be kept
     */
    public Exchange post(Post post, Consumer<Outcome> report) {
        var exchange = new Exchange(post, this, report);
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
        if (lookup.isDone()) {
            execute(sending, lookup);
        } else {
            var inTime = lookup.copy().orTimeout(connectTimeout.toNanos(), TimeUnit.NANOSECONDS);
            var _ = inTime.whenComplete((_, _) -> execute(sending, inTime));
        }
    }

    void ended(Exchange exchange) {
        open.remove(exchange);
        if (!closed && client.getStatus() != IOReactorStatus.ACTIVE) {
            broken.completeExceptionally(new IllegalStateException("the thread that drives connections has ended"));
        }
    }

    /** Completes exceptionally when nothing can be sent any more; what cannot be sent meanwhile counts for nothing. */
    public CompletionStage<Void> broken() {
        return broken;
    }

    private void execute(Sending sending, CompletableFuture<InetAddress[]> lookup) {
        if (sending.given()) {
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
        var post = sending.exchange().post();
        var head = post.head();
        try {
            var request = new BasicRequestProducer(head.request(post), head.body(post));
            sending.running(client.execute(request, sending, null, sending.context(), sending));
        } catch (RuntimeException e) {
            sending.failed(e); // on the thread of a lookup nobody else would see it
        }
    }

    private static Exception unresolved(Throwable cause) {
        return switch (cause) {
            case TimeoutException _ -> new UnknownHostException("the lookup took too long");
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
        client.initiateShutdown();
        try {
            client.awaitShutdown(CLOSING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close(CloseMode.IMMEDIATE);
        addresses.close();
    }
}
