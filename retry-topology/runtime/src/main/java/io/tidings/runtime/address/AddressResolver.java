package io.tidings.runtime.address;

import io.tidings.contract.address.AddressRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of endpoints, as far as they are allowed; the only place where a host becomes an address.
 *
 * <p>Connections are made to the returned addresses only, so a name that changes its address between the check and
 * the connect gains nothing. Names are looked up on {@link LookupThreads}, because a lookup may take long and sending
 * threads must not wait. Results are cached, and used for some minutes more while they are renewed, so that no
 * request waits for a known name.
 */
public final class AddressResolver implements DnsResolver, AutoCloseable {
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(2);

    private final AddressRules rules;
    private final DnsResolver names;
    private final LongSupplier nanos;
    private final LookupThreads threads = new LookupThreads();
    private final Map<String, AddressLookup> lookups = new ConcurrentHashMap<>();
    private final AtomicLong swept;

    public AddressResolver(AddressRules rules) {
        this(rules, SystemDefaultDnsResolver.INSTANCE, System::nanoTime);
    }

    public AddressResolver(AddressRules rules, DnsResolver names, LongSupplier nanos) {
        this.rules = rules;
        this.names = names;
        this.nanos = nanos;
        swept = new AtomicLong(nanos.getAsLong());
    }

    /** Looks a name up. When the lookup is done, {@link #resolve} does not block. */
    public AddressLookup lookup(String host) {
        long now = nanos.getAsLong();
        var last = lookups.get(host);
        if (last == null || last.due(now)) {
            sweep(now);
            last = lookups.compute(
                    host, (name, each) -> each != null && !each.due(now) ? each : begin(name, each, now));
        }
        if (last.addresses().state() == CompletableFuture.State.SUCCESS) {
            return last;
        }
        var usable = last.usable(now);
        return usable == null ? last : AddressLookup.done(usable);
    }

    int size() {
        return lookups.size();
    }

    private void sweep(long now) {
        long last = swept.get();
        if (now - last > BETWEEN_SWEEPS.toNanos() && swept.compareAndSet(last, now)) {
            lookups.values().removeIf(each -> each.forgettable(now));
        }
    }

    private AddressLookup begin(String host, @Nullable AddressLookup last, long now) {
        var lookup = new AddressLookup(now, last == null ? null : last.known());
        try {
            threads.execute(() -> run(lookup, host), last != null && last.suspect());
        } catch (RejectedExecutionException e) {
            lookup.failed(e); // the program is stopping
        }
        return lookup;
    }

    private void run(AddressLookup lookup, String host) {
        lookup.begin();
        long begun = nanos.getAsLong();
        try {
            var found = allowed(host);
            lookup.found(found, Duration.ofNanos(nanos.getAsLong() - begun));
        } catch (UnknownHostException | RuntimeException e) {
            lookup.failed(e);
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
        var last = lookups.get(host);
        if (last == null) {
            return allowed(host);
        }
        var usable = last.usable(nanos.getAsLong());
        if (usable != null) {
            return usable.addresses();
        }
        var failure = last.failure();
        if (failure != null) {
            throw failure;
        }
        return allowed(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host; // only Kerberos uses it, which endpoints do not speak
    }

    @Override
    public void close() {
        threads.close();
    }
}
