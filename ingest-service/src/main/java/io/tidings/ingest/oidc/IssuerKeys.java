package io.tidings.ingest.oidc;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the issuer, read when a token needs them and kept. A key that is not among them makes it read again, at
 * most once in {@link #BETWEEN_REQUESTS}, so that tokens of strangers do not become requests to the issuer. If the
 * issuer does not respond, the keys stay in force for {@link #LONGEST_OUTAGE}. Thread-safe.
 */
final class IssuerKeys implements JWKSource<SecurityContext> {
    static final Duration FRESH = Duration.ofMinutes(5);
    static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(10);
    static final Duration LONGEST_OUTAGE = Duration.ofHours(1);
    private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

    @FunctionalInterface
    interface Request {
        JWKSet send() throws IssuerClient.NoKeysException;
    }

    /** @param nanos when the issuer gave them */
    private record Known(JWKSet keys, long nanos) {}

    private final Request request;
    private final LongSupplier nanos;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Known known;

    /** The reason why the last request brought no keys; empty if it did. */
    private volatile String problem = "";

    /** Guarded by the lock. */
    private @Nullable Long lastAsked;

    IssuerKeys(Request request, LongSupplier nanos) {
        this.request = request;
        this.nanos = nanos;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        var found = selector.select(usable());
        return found.isEmpty() ? selector.select(newest()) : found;
    }

    private JWKSet usable() throws KeySourceException {
        refreshIfOlderThan(FRESH);
        return youngerThan(LONGEST_OUTAGE).orElseThrow(() -> new KeySourceException(problem));
    }

    /** Does not call a key unknown before the issuer has said so. */
    private JWKSet newest() throws KeySourceException {
        refreshIfOlderThan(BETWEEN_REQUESTS);
        if (!problem.isEmpty()) {
            throw new KeySourceException(problem);
        }
        return usable();
    }

    private void refreshIfOlderThan(Duration age) {
        if (youngerThan(age).isPresent()) {
            return;
        }
        asking.lock();
        try {
            if (youngerThan(age).isEmpty() && mayAsk()) {
                ask();
            }
        } finally {
            asking.unlock();
        }
    }

    private Optional<JWKSet> youngerThan(Duration age) {
        var present = known;
        return present != null && nanos.getAsLong() - present.nanos() < age.toNanos()
                ? Optional.of(present.keys())
                : Optional.empty();
    }

    private boolean mayAsk() {
        return lastAsked == null || nanos.getAsLong() - lastAsked >= BETWEEN_REQUESTS.toNanos();
    }

    private void ask() {
        lastAsked = nanos.getAsLong();
        try {
            known = new Known(request.send(), nanos.getAsLong());
            if (!problem.isEmpty()) {
                log.info("the OIDC issuer responds again");
            }
            problem = "";
        } catch (IssuerClient.NoKeysException e) {
            if (!e.sentence().equals(problem)) {
                log.warn("the keys of the OIDC issuer cannot be read: {}", e.sentence());
            }
            problem = e.sentence();
        }
    }
}
