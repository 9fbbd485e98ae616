package io.tidings.worker.webhook;

import io.tidings.runtime.address.AddressResolver;
import io.tidings.runtime.certificate.TlsContext;
import io.tidings.runtime.certificate.TlsNames;
import io.tidings.worker.webhook.Connections.ConnectionLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * One pool for the endpoints without certificates of their own, and one for each identity and trust, so that no
 * connection is shared between identities (B-AUTH-3). A pool is replaced when its files change; the former one is
 * closed when its last request has ended. Thread-safe.
 */
public final class ConnectionPools implements AutoCloseable {
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final AddressResolver resolver;
    private final ConnectionLimits limits;
    private final Connections common;
    private final Map<TlsNames, Certified> certified = new ConcurrentHashMap<>();
    private final Set<Connections> retired = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("idle-connections").factory());

    private record Certified(TlsContext.Version version, Connections connections) {}

    /** @param tls of the endpoints without certificates of their own */
    public ConnectionPools(AddressResolver resolver, TlsStrategy tls, ConnectionLimits limits) {
        this.resolver = resolver;
        this.limits = limits;
        common = new Connections(resolver, tls, limits);
    }

    public void start() {
        var _ = sweeper.scheduleWithFixedDelay(this::sweep, IDLE.toMillis(), IDLE.toMillis(), TimeUnit.MILLISECONDS);
    }

    public Connections common() {
        return common;
    }

    public Connections of(TlsNames names, TlsContext context) {
        var known = certified.get(names);
        if (known == null || !known.version().equals(context.version())) {
            known = certified.compute(names, (_, each) -> renewed(each, context));
        }
        return known.connections();
    }

    private Certified renewed(@Nullable Certified former, TlsContext context) {
        if (former != null && former.version().equals(context.version())) {
            return former;
        }
        if (former != null) {
            retired.add(former.connections());
        }
        var tls = new DefaultClientTlsStrategy(context.ssl());
        return new Certified(context.version(), new Connections(resolver, tls, limits));
    }

    private void sweep() {
        sweep(common);
        certified.values().forEach(each -> sweep(each.connections()));
        retired.removeIf(ConnectionPools::closedIfUnused);
    }

    private static void sweep(Connections connections) {
        connections.closeExpired();
        connections.closeIdle(TimeValue.of(IDLE));
    }

    private static boolean closedIfUnused(Connections connections) {
        connections.closeExpired();
        connections.closeIdle(TimeValue.ZERO_MILLISECONDS);
        boolean unused = connections.getTotalStats().getLeased() == 0;
        if (unused) {
            connections.close(CloseMode.GRACEFUL);
        }
        return unused;
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
        common.close(CloseMode.IMMEDIATE);
        certified.values().forEach(each -> each.connections().close(CloseMode.IMMEDIATE));
        retired.forEach(each -> each.close(CloseMode.IMMEDIATE));
    }
}
