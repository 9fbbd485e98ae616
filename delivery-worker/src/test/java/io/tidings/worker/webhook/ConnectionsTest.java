package io.tidings.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.address.AddressRules;
import io.tidings.runtime.address.AddressResolver;
import io.tidings.worker.webhook.Connections.ConnectionLimits;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** How making a connection ends. */
class ConnectionsTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(200);

    /**
     * The handshake has a timeout of its own beside that of connecting as a whole. Whichever fires first, no request
     * was sent, so the endpoint is unreachable; it is not one that does not respond.
     */
    @Test
    void aHandshakeThatEndsByItsOwnTimeoutIsAConnectThatTookTooLong() throws Exception {
        var resolver = new AddressResolver(
                AddressRules.allowing(List.of("127.0.0.0/8")), SystemDefaultDnsResolver.INSTANCE, System::nanoTime);
        var requester = Connections.requester(_ -> {});
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var connections = new Connections(
                        resolver,
                        DefaultClientTlsStrategy.createDefault(),
                        new ConnectionLimits(SHORT, LONG, LONG, 1))) {
            requester.start();
            var route = new HttpRoute(new HttpHost("https", "127.0.0.1", silent.getLocalPort()), null, true);
            var place = connections
                    .lease("test", route, null, Timeout.of(LONG), null)
                    .get(1, TimeUnit.MINUTES);
            var ended = new CompletableFuture<Void>();
            var _ = connections.open(place, requester, LONG, new Reporting<>(ended));
            assertThatThrownBy(() -> ended.get(1, TimeUnit.MINUTES))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isExactlyInstanceOf(ConnectTimeoutException.class);
            assertThat(place.isConnected()).isFalse();
        } finally {
            requester.close(CloseMode.IMMEDIATE);
        }
    }

    private record Reporting<T>(CompletableFuture<Void> ended) implements FutureCallback<T> {
        @Override
        public void completed(T result) {
            ended.complete(null);
        }

        @Override
        public void failed(Exception failure) {
            ended.completeExceptionally(failure);
        }

        @Override
        public void cancelled() {
            ended.cancel(false);
        }
    }
}
