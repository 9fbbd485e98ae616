package io.tidings.ingest.access;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The authentication of receivers: with one of the two keys of a queue, or with the token of an identity that has the role
 * {@code receiver} for it (B-PULL-4). Keys of topics are no keys here.
 *
 * @param identities those of managers; the admin token is not among them
 */
public record ReceiverAuth(List<BearerTokens> identities) {
    /** Keys that nobody has; a queue without keys has these, so that it looks like every other. */
    private static final TopicKeys OF_NOBODY = TopicKeys.random(new SecureRandom());

    public ReceiverAuth {
        identities = List.copyOf(identities);
    }

    /**
     * Returns empty for a request that may receive.
     *
     * @param queue null if there is none, so that receivers are refused as if it had other keys
     * @param local whether the topic takes keys
     */
    public Optional<ApiError> refusal(
            Request request, SubscriptionKey key, @Nullable SubscriptionEntry queue, boolean local, Instant now) {
        var token = BearerTokens.shownIn(request);
        if (token.isPresent()) {
            return withIdentity(token.get(), key, now);
        }
        var shown = SharedAccessKey.shownIn(request);
        if (shown.isEmpty()) {
            return unauthorized("send a receive key of the subscription in the header Authorization: SharedAccessKey,"
                    + " or a token with the role receiver in Authorization: Bearer");
        }
        if (!open(queue).contains(shown.get())) {
            return unauthorized(
                    "this is not a receive key of this subscription; it may be no queue, or there is no such"
                            + " subscription");
        }
        return local
                ? Optional.empty()
                : unauthorized("the topic takes no keys, because its disableLocalAuth is true or its record cannot be"
                        + " read; send Authorization: Bearer with a token that has the role receiver");
    }

    private static TopicKeys open(@Nullable SubscriptionEntry queue) {
        var keys = queue == null ? null : queue.provisioning().receiveKeys();
        return keys == null || keys.locked() ? OF_NOBODY : keys;
    }

    private Optional<ApiError> withIdentity(String token, SubscriptionKey queue, Instant now) {
        var checked = BearerTokens.of(identities)
                .check(token, now)
                .orElseGet(() -> TokenCheck.unauthorized(
                        identities.isEmpty()
                                ? "receiving with tokens is off; send a receive key of the subscription, or set"
                                        + " tokens.file or oidc.issuer"
                                : TokenCheck.UNKNOWN));
        return switch (checked) {
            case TokenCheck.Refused(var error) -> Optional.of(error);
            case TokenCheck.Accepted(var principal) ->
                principal.receives(queue)
                        ? Optional.empty()
                        : Optional.of(ApiError.of(
                                403,
                                "Forbidden",
                                "this needs the role " + Role.RECEIVER.wireName() + " for the subscription; "
                                        + principal.name() + " does not have it"));
        };
    }

    private static Optional<ApiError> unauthorized(String message) {
        return Optional.of(ApiError.of(401, "Unauthorized", message));
    }
}
