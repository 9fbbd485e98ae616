package io.tidings.runtime.authentication;

import io.tidings.contract.subscription.OAuth2;
import io.tidings.runtime.authentication.TokenReply.Issued;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Access tokens, each requested once however many deliveries wait for it (B-AUTH-2). A token is renewed when three
 * quarters of its life are over, and used meanwhile. Failures are remembered for 1 s to 64 s. Thread-safe.
 */
final class TokenCache {
    /** Beyond this number the tokens that no request is under way for are forgotten. */
    private static final int MOST = 10_000;

    private final Function<OAuth2, CompletableFuture<TokenReply>> source;
    private final LongSupplier nanos;
    private final Map<OAuth2, TokenState> states = new ConcurrentHashMap<>();

    /** @param source whose futures never complete exceptionally */
    TokenCache(Function<OAuth2, CompletableFuture<TokenReply>> source, LongSupplier nanos) {
        this.source = source;
        this.nanos = nanos;
    }

    /** Returns a completed future if the token is known, or known not to be had for now. */
    CompletableFuture<TokenReply> token(OAuth2 client) {
        long now = nanos.getAsLong();
        var known = states.get(client);
        return known == null || known.due(now) ? requested(client, now) : known.reply(now);
    }

    private CompletableFuture<TokenReply> requested(OAuth2 client, long now) {
        if (states.size() >= MOST) {
            states.values().removeIf(each -> each.request() == null);
        }
        var request = new CompletableFuture<TokenReply>();
        var state = states.compute(client, (_, each) -> {
            var before = each == null ? TokenState.UNKNOWN : each;
            return before.due(now) ? before.requested(request) : before;
        });
        sendIfOurs(client, state, request);
        return state.reply(now);
    }

    /**
     * Returns the reply that takes the place of a token which an endpoint refused; empty if that token was requested
     * for the same reason just before, so that another one would be refused as well.
     */
    Optional<CompletableFuture<TokenReply>> renewed(OAuth2 client, Issued refused) {
        long now = nanos.getAsLong();
        var request = new CompletableFuture<TokenReply>();
        var state = states.compute(client, (_, each) -> {
            var before = each == null ? TokenState.UNKNOWN : each;
            if (before.holds(refused)) {
                return before.renewable(now) ? before.renewed(request, now) : before;
            }
            return before.due(now) ? before.requested(request) : before;
        });
        sendIfOurs(client, state, request);
        if (!state.holds(refused)) {
            return Optional.of(state.reply(now));
        }
        if (state.request() != null) {
            return Optional.of(state.request());
        }
        return state.renewedLately(now) || state.failure() == null
                ? Optional.empty()
                : Optional.of(CompletableFuture.completedFuture(state.failure().reply()));
    }

    private void sendIfOurs(OAuth2 client, TokenState state, CompletableFuture<TokenReply> request) {
        if (state.awaits(request)) {
            var _ = source.apply(client).thenAccept(reply -> {
                states.computeIfPresent(
                        client, (_, each) -> each.awaits(request) ? each.ended(reply, nanos.getAsLong()) : each);
                request.complete(reply);
            });
        }
    }

    int size() {
        return states.size();
    }
}
