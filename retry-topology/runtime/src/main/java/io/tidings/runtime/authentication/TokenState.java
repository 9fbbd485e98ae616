package io.tidings.runtime.authentication;

import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.authentication.TokenReply.Refused;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The token of one client at a moment. Times are of {@link System#nanoTime}. Pure: no clock, no I/O.
 *
 * <pre>
 *              issued           3/4 of its life are over            issued
 *   requested ────────> held ─────────────────────────> renewed ────────> held
 *    ^     │ refused     │                                 │ refused
 *    │     v             │ refused by an endpoint          v
 *    └── failed          └────> requested             held until it expires
 *      1 s, 2 s, ... 64 s later
 * </pre>
 *
 * @param held the newest token, perhaps expired; null if there is none
 * @param request the one under way; null if there is none
 * @param failure the latest one; null after a success
 * @param renewed when an endpoint's refusal last caused a request; null if none did
 */
record TokenState(
        @Nullable HeldToken held,
        @Nullable CompletableFuture<TokenReply> request,
        @Nullable RememberedFailure failure,
        @Nullable Long renewed) {
    static final TokenState UNKNOWN = new TokenState(null, null, null, null);

    /** An endpoint that refuses every token causes no more requests than one in this time. */
    static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(10);

    private static final int DOUBLINGS = 6;

    /** @param reply holds the token, completed */
    record HeldToken(Issued token, long since, CompletableFuture<TokenReply> reply) {
        boolean old(long now) {
            return now - since >= token.life().toNanos() / 4 * 3;
        }

        boolean expired(long now) {
            return now - since >= token.life().toNanos();
        }
    }

    /** @param count of failures in a row */
    record RememberedFailure(Refused reply, int count, long since) {
        boolean recent(long now) {
            long wait = Duration.ofSeconds(1).toNanos() << Math.min(count - 1, DOUBLINGS);
            return now - since < wait;
        }
    }

    /** Returns whether a token must be requested now. */
    boolean due(long now) {
        return request == null && (held == null || held.old(now)) && !failedLately(now);
    }

    private boolean failedLately(long now) {
        return failure != null && failure.recent(now);
    }

    /** Returns the reply to a delivery: the token, the request to wait for, or the latest failure. */
    CompletableFuture<TokenReply> reply(long now) {
        if (held != null && !held.expired(now)) {
            return held.reply();
        }
        if (request != null) {
            return request;
        }
        if (failure != null) {
            return CompletableFuture.completedFuture(failure.reply());
        }
        throw new IllegalStateException("a token is due and was not requested");
    }

    @SuppressWarnings("ReferenceEquality") // futures are equal only to themselves
    boolean awaits(CompletableFuture<TokenReply> which) {
        return request == which;
    }

    boolean holds(Issued token) {
        return held != null && held.token().equals(token);
    }

    /** Returns whether a refusal of the held token may cause a request. */
    boolean renewable(long now) {
        return request == null && !failedLately(now) && !renewedLately(now);
    }

    boolean renewedLately(long now) {
        return renewed != null && now - renewed < BETWEEN_RENEWALS.toNanos();
    }

    TokenState requested(CompletableFuture<TokenReply> next) {
        return new TokenState(held, next, failure, renewed);
    }

    /** Forgets a token that an endpoint refused, so that nothing else is sent with it. */
    TokenState renewed(CompletableFuture<TokenReply> next, long now) {
        return new TokenState(null, next, failure, now);
    }

    TokenState ended(TokenReply reply, long now) {
        return switch (reply) {
            case Issued issued ->
                new TokenState(
                        new HeldToken(issued, now, CompletableFuture.completedFuture(issued)), null, null, renewed);
            case Refused refused ->
                new TokenState(
                        held,
                        null,
                        new RememberedFailure(refused, failure == null ? 1 : failure.count() + 1, now),
                        renewed);
        };
    }
}
