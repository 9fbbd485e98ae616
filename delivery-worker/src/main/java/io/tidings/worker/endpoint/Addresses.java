package io.tidings.worker.endpoint;

import io.tidings.contract.resource.AddressRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * The addresses of endpoints, as far as they are allowed; the one place where a host becomes an address.
 *
 * <p>Connections are made to what comes out of here and to nothing else, so a name that changes its address between a
 * check and the connect gains nothing. Names are looked up on threads of their own, because a lookup may take long and the
 * threads that send must not wait, and remembered for a while. They are platform threads: the JDK's lookup holds the
 * carrier of a virtual one, and a few slow names would stop every virtual thread of the process.
 */
final class Addresses implements DnsResolver {
    private static final Duration KEPT = Duration.ofSeconds(30);
    private static final int THREADS = 8;
    private static final Duration FAILURE_KEPT = Duration.ofSeconds(5);

    private final AddressRules rules;
    private final DnsResolver names;
    private final ExecutorService threads = Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("lookup-", 0).factory());
    private final Map<String, Lookup> lookups = new ConcurrentHashMap<>();

    /** A lookup under way or done. */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity only
    private record Lookup(CompletableFuture<InetAddress[]> addresses, long started) {
        boolean fresh(long now) {
            if (!addresses.isDone()) {
                return true;
            }
            var kept = addresses.isCompletedExceptionally() ? FAILURE_KEPT : KEPT;
            return now - started < kept.toNanos();
        }
    }

    Addresses(AddressRules rules) {
        this(rules, SystemDefaultDnsResolver.INSTANCE);
    }

    Addresses(AddressRules rules, DnsResolver names) {
        this.rules = rules;
        this.names = names;
    }

    /** Completes when {@link #resolve} will not wait, whether the name has an address or not. */
    CompletableFuture<InetAddress[]> lookup(String host) {
        var known = lookups.get(host);
        long now = System.nanoTime();
        if (known != null && known.fresh(now)) {
            return known.addresses();
        }
        return lookups.compute(host, (name, last) -> last != null && last.fresh(now) ? last : begin(name, now))
                .addresses();
    }

    private Lookup begin(String host, long now) {
        var addresses = new CompletableFuture<InetAddress[]>();
        threads.execute(() -> {
            try {
                addresses.complete(allowed(host));
            } catch (UnknownHostException | RuntimeException e) {
                addresses.completeExceptionally(e);
            }
        });
        return new Lookup(addresses, now);
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
        if (known != null && known.addresses().isDone() && !known.addresses().isCompletedExceptionally()) {
            return known.addresses().join();
        }
        return allowed(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host; // asked for by Kerberos only, which endpoints do not speak
    }
}
