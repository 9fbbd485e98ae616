package io.tidings.worker.webhook;

import io.tidings.runtime.address.AddressResolver;
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
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The connections to endpoints, kept open for the next request for a while.
 *
 * <p>Gives lookup, connect to however many addresses, and TLS handshake one limit together.
 */
final class Connections extends PoolingAsyncClientConnectionManager {
    /** How long connections may take and live, and how many there may be. */
    record ConnectionLimits(Duration connect, Duration response, Duration life, int count) {}

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

    /**
     * Makes the connection that a request has been given a place for.
     *
     * @param left until it has to be there, addresses tried and handshake made
     */
    Future<AsyncConnectionEndpoint> open(
            AsyncConnectionEndpoint place,
            ConnectionInitiator initiator,
            Duration left,
            FutureCallback<AsyncConnectionEndpoint> callback) {
        var attempt = new Connect(callback);
        var connecting = connect(place, initiator, null, null, HttpClientContext.create(), attempt);
        attempt.endsIn(left, connecting);
        return connecting;
    }

    /** Takes back a place whose connection is not to be used again. */
    void discard(AsyncConnectionEndpoint place) {
        place.close(CloseMode.IMMEDIATE);
        release(place, null, TimeValue.ZERO_MILLISECONDS);
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
                callback.failed(new ConnectTimeoutException("no connection was made in time"));
            } else {
                callback.cancelled();
            }
        }
    }
}
