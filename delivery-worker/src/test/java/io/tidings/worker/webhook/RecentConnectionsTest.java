package io.tidings.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.webhook.RecentConnections.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** A connection is used again without the pool, and always goes back to it in the end. */
class RecentConnectionsTest {
    private static final HttpRoute SHOP = route("shop.example");
    private static final HttpRoute BILLING = route("billing.example");
    private static final TimeValue LONG = TimeValue.ofMinutes(3);

    private final RecentConnections connections = new RecentConnections(Duration.ofSeconds(30));
    private final List<Lease> released = new ArrayList<>();

    @Test
    void theOneUsedLastIsTakenFirstAndOnlyOnce() {
        var first = lease(SHOP, 0);
        var second = lease(SHOP, 0);
        assertThat(connections.keep(first, LONG, millis(1))).isTrue();
        assertThat(connections.keep(second, LONG, millis(2))).isTrue();
        assertThat(connections.take(SHOP)).isSameAs(second);
        assertThat(connections.take(SHOP)).isSameAs(first);
        assertThat(connections.take(SHOP)).isNull();
    }

    @Test
    void anotherRouteHasOthers() {
        connections.keep(lease(SHOP, 0), LONG, millis(1));
        assertThat(connections.take(BILLING)).isNull();
    }

    @Test
    void theSameEndpointIsTheSameRouteForEverySubscription() {
        var lease = lease(SHOP, 0);
        connections.keep(lease, LONG, millis(1));
        assertThat(connections.take(route("shop.example"))).isSameAs(lease);
    }

    @Test
    void whatThePoolHasNotSeenForLongGoesBack() {
        assertThat(connections.keep(lease(SHOP, 0), LONG, millis(30_001))).isFalse();
        assertThat(connections.take(SHOP)).isNull();
    }

    @Test
    void whatItsEndpointClosesSoonGoesBack() {
        assertThat(connections.keep(lease(SHOP, 0), TimeValue.ofSeconds(5), millis(1)))
                .isFalse();
    }

    @Test
    void whatIsIdleIsSweptAndTheRestKept() {
        var old = lease(SHOP, 0);
        var young = lease(SHOP, 0);
        connections.keep(old, LONG, millis(0));
        connections.keep(young, LONG, millis(900));
        connections.sweep(millis(1_500), (lease, keptFor) -> {
            assertThat(keptFor).isEqualTo(LONG);
            released.add(lease);
        });
        assertThat(released).containsExactly(old);
        assertThat(connections.take(SHOP)).isSameAs(young);
    }

    @Test
    void noMoreAreKeptThanThePoolHasRoomFor() {
        var kept = IntStream.range(0, 2 * RecentConnections.MOST)
                .filter(i -> connections.keep(lease(SHOP, 0), LONG, millis(i)))
                .count();
        assertThat(kept).isEqualTo(RecentConnections.MOST);
        connections.sweep(millis(10_000), (lease, _) -> released.add(lease));
        assertThat(released).hasSize(RecentConnections.MOST);
        assertThat(connections.keep(lease(SHOP, 0), LONG, millis(10_000))).isTrue();
    }

    private static long millis(long time) {
        return Duration.ofMillis(time).toNanos();
    }

    private static HttpRoute route(String host) {
        return new HttpRoute(new HttpHost("http", host, 80));
    }

    private static Lease lease(HttpRoute route, long leased) {
        return new Lease(route, new Unconnected(), leased);
    }

    /** Only its identity matters here. */
    private static final class Unconnected extends AsyncConnectionEndpoint {
        @Override
        public void execute(
                String id,
                AsyncClientExchangeHandler exchangeHandler,
                HandlerFactory<AsyncPushConsumer> pushHandlerFactory,
                HttpContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isConnected() {
            return false;
        }

        @Override
        public void setSocketTimeout(Timeout timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close(CloseMode closeMode) {
            throw new UnsupportedOperationException();
        }
    }
}
