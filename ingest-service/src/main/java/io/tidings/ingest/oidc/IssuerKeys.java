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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the issuer, read when a token needs them and kept. A key that is not among them makes it read again, not
 * sooner than {@link #BETWEEN_REQUESTS} after the last response, so that tokens of strangers do not become requests to
 * the issuer. If the issuer does not respond, the keys stay in force for {@link #LONGEST_OUTAGE}. The keys are read in
 * the background: a token waits for them for {@link #PATIENCE}, and not at all while the issuer is known to be away and
 * there are keys in force. Thread-safe.
 */
final class IssuerKeys implements JWKSource<SecurityContext> {
    static final Duration FRESH = Duration.ofMinutes(5);
    static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(10);
    static final Duration LONGEST_OUTAGE = Duration.ofHours(1);
    static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

    @FunctionalInterface
    interface Request {
        JWKSet send() throws IssuerClient.NoKeysException;
    }

    /** @param nanos when the issuer gave them */
    private record Known(JWKSet keys, long nanos) {}

    private final Request request;
    private final LongSupplier nanos;
    private final Executor background;
    private final Duration patience;
    private volatile @Nullable Known known;

    /** The reason why the last request brought no keys; empty if it did. */
    private volatile String problem = "";

    /** The time when the last request ended. */
    private volatile @Nullable Long lastAsked;

    /** Guarded by this. */
    private CompletableFuture<Void> asking = CompletableFuture.completedFuture(null);

    IssuerKeys(Request request, LongSupplier nanos, Executor background, Duration patience) {
        this.request = request;
        this.nanos = nanos;
        this.background = background;
        this.patience = patience;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        var found = selector.select(notOlderThan(FRESH, LONGEST_OUTAGE));
        // A key is not called unknown before the issuer has said so.
        return found.isEmpty() ? selector.select(notOlderThan(BETWEEN_REQUESTS, BETWEEN_REQUESTS)) : found;
    }

    /** Waits for keys as a token does; without any, nothing is done. */
    void prepare() {
        try {
            notOlderThan(FRESH, LONGEST_OUTAGE);
        } catch (KeySourceException _) {
            // logged by the request
        }
    }

    private JWKSet notOlderThan(Duration wanted, Duration accepted) throws KeySourceException {
        if (youngerThan(wanted).isEmpty()) {
            var refresh = refreshIfOlderThan(wanted);
            if (problem.isEmpty() || youngerThan(LONGEST_OUTAGE).isEmpty()) {
                refresh.copy()
                        .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                        .join();
            }
        }
        return youngerThan(accepted).orElseThrow(() -> new KeySourceException(reason()));
    }

    private String reason() {
        var present = problem;
        return present.isEmpty() ? "the OIDC issuer has not responded yet" : present;
    }

    /** Returns the request that is under way, or the last one if the time for another has not come. */
    private synchronized CompletableFuture<Void> refreshIfOlderThan(Duration age) {
        if (asking.isDone() && youngerThan(age).isEmpty() && mayAsk()) {
            asking = CompletableFuture.runAsync(this::ask, background);
        }
        return asking;
    }

    private Optional<JWKSet> youngerThan(Duration age) {
        var present = known;
        return present != null && nanos.getAsLong() - present.nanos() < age.toNanos()
                ? Optional.of(present.keys())
                : Optional.empty();
    }

    private boolean mayAsk() {
        var ended = lastAsked;
        return ended == null || nanos.getAsLong() - ended >= BETWEEN_REQUESTS.toNanos();
    }

    private void ask() {
        try {
            known = new Known(request.send(), nanos.getAsLong());
            if (!problem.isEmpty()) {
                log.info("the OIDC issuer responds again");
            }
            problem = "";
        } catch (IssuerClient.NoKeysException e) {
            failed(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // a token must not be refused for a bug in reading what an issuer sent
            failed("the OIDC issuer could not be asked: " + e);
        } finally {
            lastAsked = nanos.getAsLong();
        }
    }

    private void failed(String reason) {
        if (!reason.equals(problem)) {
            log.warn("the keys of the OIDC issuer cannot be read: {}", reason);
        }
        problem = reason;
    }
}
