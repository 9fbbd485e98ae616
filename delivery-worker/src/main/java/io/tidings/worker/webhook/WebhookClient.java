package io.tidings.worker.webhook;

import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.Subscription;
import io.tidings.runtime.address.AddressResolver;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.webhook.RecentConnections.Lease;
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
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.impl.bootstrap.AsyncRequester;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts events to webhooks. The client sends a request again only if a kept connection turned out to be closed; it
 * follows no redirect and keeps no cookie.
 *
 * <p>The pool is larger than the limit on requests in flight, so that no subscription waits for a connection because
 * others have taken them all.
 */
public final class WebhookClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookClient.class);

    /** The age at which a connection is closed, so that a changed address is noticed. */
    private static final Duration CONNECTION_LIFE = Duration.ofMinutes(5);

    /** The id that all our requests have in HttpClient's log. */
    private static final String NAME = "delivery";

    private static final TimeValue CLOSING = TimeValue.ofSeconds(1);

    private final CallAccess access;
    private final AsyncRequester requester;
    private final @Nullable ProxyTunnels tunnels;
    private final Timeout leaseTimeout;
    private final AddressResolver resolver;
    private final EndpointRules urls;
    private final Duration connectTimeout;
    private final Set<WebhookCall> open = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> broken = new CompletableFuture<>();
    private volatile boolean closed;

    private WebhookClient(
            CallAccess access,
            AsyncRequester requester,
            @Nullable ProxyTunnels tunnels,
            AddressResolver resolver,
            EndpointRules urls,
            Duration connectTimeout) {
        this.access = access;
        this.requester = requester;
        this.tunnels = tunnels;
        this.resolver = resolver;
        this.urls = urls;
        this.connectTimeout = connectTimeout;
        leaseTimeout = Timeout.of(connectTimeout);
    }

    /**
     * @param credentials closed with this client
     * @param proxy null for none
     * @param connectTimeout of lookup, connect and handshake together
     * @param responseTimeout of silence on a connection
     * @param maxConnections at least the limit on requests in flight
     */
    public static WebhookClient open(
            EndpointCredentials credentials,
            EndpointRules urls,
            AddressRules rules,
            @Nullable OutgoingProxy proxy,
            Duration connectTimeout,
            Duration responseTimeout,
            int maxConnections) {
        return open(
                credentials,
                urls,
                new AddressResolver(rules),
                proxy,
                DefaultClientTlsStrategy.createDefault(),
                new Connections.ConnectionLimits(
                        connectTimeout, responseTimeout, CONNECTION_LIFE, maxConnections + RecentConnections.MOST));
    }

    static WebhookClient open(
            EndpointCredentials credentials,
            EndpointRules urls,
            AddressResolver resolver,
            @Nullable OutgoingProxy proxy,
            TlsStrategy tls,
            Connections.ConnectionLimits bounds) {
        var requester = Connections.requester(WebhookClient::report);
        var pools = new ConnectionPools(resolver, tls, bounds);
        var access = new CallAccess(credentials, pools);
        var tunnels = proxy == null ? null : new ProxyTunnels(proxy, requester);
        var client = new WebhookClient(access, requester, tunnels, resolver, urls, bounds.connect());
        requester.start();
        pools.start();
        return client;
    }

    /** Returns what this worker lacks to send to the endpoint of a subscription; null if nothing. */
    public @Nullable String hindrance(Subscription subscription) {
        return access.hindrance(subscription);
    }

    /**
     * Sends one request, unless {@code sendable} forbids it when its bytes are to be written.
     *
     * @param sendable called on any thread, each time before bytes of the request are written
     * @param report called once with the outcome, on a thread that must not be blocked
     */
    public WebhookCall post(WebhookRequest webhookRequest, BooleanSupplier sendable, Consumer<Outcome> report) {
        var call = new WebhookCall(webhookRequest, this, sendable, report);
        if (!urls.allowHttp()
                && !webhookRequest.template().target().getSchemeName().equals("https")) {
            call.refuse();
        } else {
            open.add(call);
            access.authorise(call);
        }
        return call;
    }

    void send(WebhookCall call) {
        var transmission = new HttpTransmission(call, connectTimeout);
        call.sending(transmission);
        var lookup = resolver.lookup(call.post().template().target().getHostName());
        if (lookup.addresses().isDone()) {
            execute(transmission, lookup.addresses());
        } else {
            var begun = inTime(lookup.begun());
            var _ = begun.whenComplete((_, late) -> {
                if (late == null) {
                    transmission.lookupBegins();
                    var found = inTime(lookup.addresses());
                    var _ = found.whenComplete((_, _) -> execute(transmission, found));
                } else {
                    call.unresolved(new ConnectionRequestTimeoutException("no thread was free for the lookup"));
                }
            });
        }
    }

    private <T> CompletableFuture<T> inTime(CompletableFuture<T> lookup) {
        return lookup.copy().orTimeout(connectTimeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    void renew(WebhookCall call, Issued refused, Responded response) {
        access.renew(call, refused, response);
    }

    void ended(WebhookCall call) {
        open.remove(call);
        if (!closed && requester.getStatus() != IOReactorStatus.ACTIVE) {
            broken.completeExceptionally(new IllegalStateException("the thread that drives connections has ended"));
        }
    }

    /** Completes exceptionally when nothing can be sent any more; until then failed sends are reported as NotSent. */
    public CompletionStage<Void> broken() {
        return broken;
    }

    private void execute(HttpTransmission transmission, CompletableFuture<InetAddress[]> lookup) {
        if (transmission.givenUp()) {
            return;
        }
        if (closed) {
            transmission.exchange().cancel();
        } else if (lookup.isCompletedExceptionally()) {
            transmission.exchange().unresolved(unresolved(lookup.exceptionNow()));
        } else {
            execute(transmission);
        }
    }

    private void execute(HttpTransmission transmission) {
        var template = transmission.exchange().post().template();
        var route = template.route();
        try {
            var connections = access.connections(template.access());
            var recent = connections.recent(route);
            if (recent == null) {
                transmission.leases(connections.lease(
                        NAME, route, null, leaseTimeout, new Leased(connections, route, transmission)));
            } else {
                execute(connections, transmission, recent);
            }
        } catch (RuntimeException e) {
            transmission.failed(e); // an exception on a lookup thread would be lost
        }
    }

    private void execute(Connections connections, HttpTransmission transmission, Lease lease) {
        transmission.takes(connections, lease, true);
        if (transmission.givenUp()) {
            transmission.failed(new ConnectionClosedException("given up"));
        } else {
            lease.endpoint().execute(NAME, transmission, HttpClientContext.create());
        }
    }

    /** A request that waits for a place in the pool, and then for the connect if the place has no connection. */
    private final class Leased implements FutureCallback<AsyncConnectionEndpoint> {
        private final Connections connections;
        private final HttpRoute route;
        private final HttpTransmission transmission;

        Leased(Connections connections, HttpRoute route, HttpTransmission transmission) {
            this.connections = connections;
            this.route = route;
            this.transmission = transmission;
        }

        @Override
        public void completed(AsyncConnectionEndpoint endpoint) {
            var lease = new Lease(route, endpoint, System.nanoTime());
            if (endpoint.isConnected()) {
                execute(connections, transmission, lease);
                return;
            }
            transmission.takes(connections, lease, false);
            if (transmission.givenUp()) {
                transmission.failed(new ConnectionClosedException("given up"));
            } else {
                var initiator = tunnels == null ? requester : tunnels.initiator();
                transmission.connects(connections.open(endpoint, initiator, transmission.connectTimeLeft(), this));
            }
        }

        @Override
        public void failed(Exception failure) {
            transmission.failed(failure);
        }

        @Override
        public void cancelled() {
            transmission.failed(new ConnectionClosedException("given up"));
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

    private static void report(Exception failure) {
        if (!(failure instanceof ClosedSelectorException)) {
            LOG.error("connections to endpoints failed; restart the worker if deliveries do not continue", failure);
        }
    }

    /** Cancels all requests and closes all connections, idle ones in good order. */
    @Override
    public void close() {
        closed = true;
        open.forEach(WebhookCall::cancel);
        requester.initiateShutdown();
        try {
            requester.awaitShutdown(CLOSING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        requester.close(CloseMode.IMMEDIATE);
        access.close();
        resolver.close();
    }
}
