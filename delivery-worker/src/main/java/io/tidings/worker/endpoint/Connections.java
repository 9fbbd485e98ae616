package io.tidings.worker.endpoint;

import io.tidings.runtime.endpoint.Addresses;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The connections to endpoints, kept open for the next request for a while.
 *
 * <p>Lets each request know when it gets a new connection, and gives lookup, connect to however many addresses, and TLS
 * handshake one limit together.
 */
final class Connections extends PoolingAsyncClientConnectionManager {
    /** How long connections may take and live, and how many there may be. */
    record Bounds(Duration connect, Duration response, Duration life, int count) {}

    Connections(Addresses addresses, TlsStrategy tls, Bounds bounds) {
        super(
                RegistryBuilder.<TlsStrategy>create()
                        .register(URIScheme.HTTPS.id, tls)
                        .build(),
                PoolConcurrencyPolicy.LAX,
                PoolReusePolicy.LIFO,
                null,
                DefaultSchemePortResolver.INSTANCE,
                addresses);
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

    @Override
    public Future<AsyncConnectionEndpoint> connect(
            AsyncConnectionEndpoint endpoint,
            ConnectionInitiator initiator,
            @Nullable Timeout timeout,
            @Nullable Object attachment,
            HttpContext context,
            FutureCallback<AsyncConnectionEndpoint> callback) {
        var sending = Sending.of(context);
        sending.connects();
        var attempt = new Connect(callback);
        var connecting = super.connect(endpoint, initiator, timeout, attachment, context, attempt);
        attempt.endsIn(sending.connectTimeLeft(), connecting);
        return connecting;
    }

    /** One connection on its way, which comes about in time or not at all. */
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

        @Override
        public void failed(Exception failure) {
            ended.complete(null);
            callback.failed(failure);
        }

        @Override
        public void cancelled() {
            ended.complete(null);
            if (late) {
                callback.failed(new ConnectTimeoutException("no connection came about in time"));
            } else {
                callback.cancelled();
            }
        }
    }
}
