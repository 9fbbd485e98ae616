package io.tidings.worker.webhook;

import io.tidings.runtime.address.AddressResolver;
import io.tidings.worker.webhook.RecentConnections.Lease;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.function.Callback;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.bootstrap.AsyncRequester;
import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandlerFactory;
import org.apache.hc.core5.http.impl.nio.ClientHttp1StreamDuplexerFactory;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** The pool of connections. Lookup, connect to all addresses and TLS handshake have one timeout together. */
public final class Connections extends PoolingAsyncClientConnectionManager {
    /** The part of its life that a connection may stay out of the pool. */
    private static final int OUT = 10;

    /** Templates have all headers, so HttpClient adds none. */
    private static final HttpProcessor NOTHING_ADDED =
            HttpProcessorBuilder.create().build();

    /**
     * These limits keep the head of a response below a megabyte. Each connection has three buffers of 8 KB, and there
     * may be thousands; HttpClient's default of 32 KB would take a hundred megabytes for a thousand connections.
     */
    private static final Http1Config RESPONSES = Http1Config.custom()
            .setBufferSize(8 * 1024)
            .setMaxHeaderCount(100)
            .setMaxLineLength(8 * 1024)
            .build();

    private final RecentConnections recent;

    public record ConnectionLimits(Duration connect, Duration response, Duration life, int count) {}

    Connections(AddressResolver resolver, TlsStrategy tls, ConnectionLimits bounds) {
        super(
                RegistryBuilder.<TlsStrategy>create()
                        .register(URIScheme.HTTPS.id, tls)
                        .build(),
                PoolConcurrencyPolicy.LAX,
                PoolReusePolicy.LIFO,
                null,
                DefaultSchemePortResolver.INSTANCE,
                resolver);
        recent = new RecentConnections(bounds.life().dividedBy(OUT));
        setMaxTotal(bounds.count());
        setDefaultMaxPerRoute(bounds.count());
        setDefaultTlsConfig(TlsConfig.custom()
                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                .setHandshakeTimeout(Timeout.of(bounds.connect()))
                .build());
        setDefaultConnectionConfig(ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(bounds.connect()))
                .setSocketTimeout(Timeout.of(bounds.response()))
                .setTimeToLive(TimeValue.of(bounds.life()))
                .build());
    }

    /** @param report called with what ends the thread that drives connections, or disturbs it */
    public static AsyncRequester requester(Callback<Exception> report) {
        return new AsyncRequester(
                new ClientHttp1IOEventHandlerFactory(
                        new ClientHttp1StreamDuplexerFactory(
                                NOTHING_ADDED,
                                RESPONSES,
                                CharCodingConfig.DEFAULT,
                                null,
                                () -> new ResponseHeads(RESPONSES),
                                EncodedRequest.Writer::new,
                                null),
                        null, // TLS is done here
                        null),
                IOReactorConfig.custom()
                        .setIoThreadCount(1) // measured: one thread drives more than two cores can use
                        .setTcpNoDelay(true)
                        .build(),
                FairSession::new,
                report,
                null,
                null,
                null,
                null,
                null);
    }

    /** @param left time for all addresses and the handshake */
    public Future<AsyncConnectionEndpoint> open(
            AsyncConnectionEndpoint place,
            ConnectionInitiator initiator,
            Duration left,
            FutureCallback<AsyncConnectionEndpoint> callback) {
        var attempt = new Connect(callback);
        var connecting = connect(place, initiator, null, null, HttpClientContext.create(), attempt);
        attempt.endsIn(left, connecting);
        return connecting;
    }

    /** A connection on which a request has just ended, for the next one; null if there is none to this endpoint. */
    @Nullable
    public Lease recent(HttpRoute route) {
        for (var lease = recent.take(route); lease != null; lease = recent.take(route)) {
            if (lease.endpoint().isConnected()) {
                return lease;
            }
            discard(lease.endpoint()); // closed by the endpoint
        }
        return null;
    }

    /** Takes back a connection that the endpoint keeps open for a while. */
    public void giveBack(Lease lease, TimeValue keptFor) {
        if (!recent.keep(lease, keptFor, System.nanoTime())) {
            release(lease.endpoint(), null, keptFor);
        }
    }

    public void discard(AsyncConnectionEndpoint place) {
        place.close(CloseMode.IMMEDIATE);
        release(place, null, TimeValue.ZERO_MILLISECONDS);
    }

    /** Called every half minute. */
    @Override
    public void closeExpired() {
        recent.sweep(System.nanoTime(), (lease, keptFor) -> release(lease.endpoint(), null, keptFor));
        super.closeExpired();
    }

    private static final class Connect implements FutureCallback<AsyncConnectionEndpoint> {
        private final FutureCallback<AsyncConnectionEndpoint> callback;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile boolean late;

        Connect(FutureCallback<AsyncConnectionEndpoint> callback) {
            this.callback = callback;
        }

        void endsIn(Duration left, Future<?> connecting) {
            var _ = ended.orTimeout(Math.max(1, left.toNanos()), TimeUnit.NANOSECONDS)
                    .exceptionally(_ -> {
                        late = true;
                        connecting.cancel(true);
                        return null;
                    });
        }

        @Override
        public void completed(AsyncConnectionEndpoint endpoint) {
            ended.complete(null);
            callback.completed(endpoint);
        }

        /** The handshake's own timeout ends with the same failure: nothing was sent yet. */
        @Override
        public void failed(Exception failure) {
            ended.complete(null);
            callback.failed(failure instanceof SocketTimeoutException ? noConnection() : failure);
        }

        @Override
        public void cancelled() {
            ended.complete(null);
            if (late) {
                callback.failed(noConnection());
            } else {
                callback.cancelled();
            }
        }

        private static ConnectTimeoutException noConnection() {
            return new ConnectTimeoutException("no connection was made in time");
        }
    }
}
