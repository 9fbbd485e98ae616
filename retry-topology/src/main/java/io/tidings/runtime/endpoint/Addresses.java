package io.tidings.runtime.endpoint;

import io.tidings.contract.resource.AddressRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of endpoints, as far as they are allowed; the one place where a host becomes an address.
 *
 * <p>Connections are made to what comes out of here and to nothing else, so a name that changes its address between a
 * check and the connect gains nothing. Names are looked up on threads of their own, because a lookup may take long and the
 * threads that send must not wait, and remembered for a while. They are platform threads: the JDK's lookup holds the
 * carrier of a virtual one, and a few slow names would stop every virtual thread of the process.
 */
public final class Addresses implements DnsResolver, AutoCloseable {
    private static final Duration KEPT = Duration.ofSeconds(30);
    private static final Duration FAILURE_KEPT = Duration.ofSeconds(5);
    /** Longer than a request that has looked a name up takes to connect. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);
    /** Many, because each slow name holds one. */
    private static final int THREADS = 64;

    private static final Duration THREAD_IDLE = Duration.ofSeconds(30);

    private final AddressRules rules;
    private final DnsResolver names;
    private final LongSupplier nanos;
    private final ExecutorService threads;
    private final Map<String, Lookup> lookups = new ConcurrentHashMap<>();
    private final AtomicLong swept;

    /**
     * A lookup under way or done.
     *
     * @param before what the last one found, for those who connect meanwhile
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity only
    private record Lookup(CompletableFuture<InetAddress[]> addresses, long started, InetAddress @Nullable [] before) {
        boolean fresh(long now) {
            if (!addresses.isDone()) {
                return true;
            }
            return now - started < (found() == null ? FAILURE_KEPT : KEPT).toNanos();
        }

        boolean forgotten(long now) {
            return addresses.isDone() && now - started > FORGOTTEN.toNanos();
        }

        InetAddress @Nullable [] found() {
            return addresses.state() == CompletableFuture.State.SUCCESS ? addresses.resultNow() : null;
        }
    }

    public Addresses(AddressRules rules) {
        this(rules, SystemDefaultDnsResolver.INSTANCE, System::nanoTime);
    }

    public Addresses(AddressRules rules, DnsResolver names, LongSupplier nanos) {
        this.rules = rules;
        this.names = names;
        this.nanos = nanos;
        swept = new AtomicLong(nanos.getAsLong());
        var pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                THREAD_IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("lookup-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    /** Completes when {@link #resolve} will not wait, whether the name has an address or not. */
    public CompletableFuture<InetAddress[]> lookup(String host) {
        var known = lookups.get(host);
        long now = nanos.getAsLong();
        if (known != null && known.fresh(now)) {
            return known.addresses();
        }
        sweep(now);
        return lookups.compute(host, (name, last) -> last != null && last.fresh(now) ? last : begin(name, last, now))
                .addresses();
    }

    /** How many names are remembered. */
    int size() {
        return lookups.size();
    }

    private void sweep(long now) {
        long last = swept.get();
        if (now - last > FORGOTTEN.toNanos() && swept.compareAndSet(last, now)) {
            lookups.values().removeIf(each -> each.forgotten(now));
        }
    }

    private Lookup begin(String host, @Nullable Lookup last, long now) {
        var addresses = new CompletableFuture<InetAddress[]>();
        try {
            threads.execute(() -> complete(addresses, host));
        } catch (RejectedExecutionException e) {
            addresses.completeExceptionally(e); // the worker stops
        }
        return new Lookup(addresses, now, last == null ? null : last.found());
    }

    private void complete(CompletableFuture<InetAddress[]> addresses, String host) {
        try {
            addresses.complete(allowed(host));
        } catch (UnknownHostException | RuntimeException e) {
            addresses.completeExceptionally(e);
        }
    }

    private InetAddress[] allowed(String host) throws UnknownHostException {
        var all = names.resolve(host);
        if (all == null || all.length == 0) {
            throw new UnknownHostException(host);
        }
        var allowed = Arrays.stream(all).filter(each -> !rules.refused(each)).toArray(InetAddress[]::new);
        if (allowed.length == 0) {
            throw new RefusedAddressException(host);
        }
        return allowed;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        var known = lookups.get(host);
        if (known == null) {
            return allowed(host);
        }
        var found = known.found() == null ? known.before() : known.found();
        if (found != null) {
            return found;
        }
        if (known.addresses().state() == CompletableFuture.State.FAILED
                && known.addresses().exceptionNow() instanceof UnknownHostException unknown) {
            throw unknown;
        }
        return allowed(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host; // asked for by Kerberos only, which endpoints do not speak
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
