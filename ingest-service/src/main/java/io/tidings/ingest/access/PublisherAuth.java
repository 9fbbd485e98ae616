package io.tidings.ingest.access;

import io.tidings.contract.address.LocalHosts;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The authentication of publishers: with one of the two keys of a topic, with a signature made with one (B-PUB-5), or with
 * the token of an identity that has the role {@code publisher} (B-IDENT-2).
 *
 * @param required false to accept every request but those of web pages, for topics that take keys
 * @param local whether only this machine reaches the listener
 * @param identities those of managers; the admin token is not among them, and cannot be guessed here
 */
public record PublisherAuth(boolean required, boolean local, List<BearerTokens> identities) {
    private static final String KEY = "aeg-sas-key";
    private static final String TOKEN = "aeg-sas-token";
    private static final String OR_NO_TOPIC =
            "; it may have no keys yet, or take none (disableLocalAuth), or there is no such topic";
    private static final String NO_LOCAL_AUTH = "this topic takes no keys and no signatures, because its"
            + " disableLocalAuth is true; send Authorization: Bearer with a token that has the role publisher";
    private static final String SCHEME = "sharedaccesssignature ";

    /** Keys that nobody has; a topic without keys has these, so that it looks like every other. */
    private static final TopicKeys OF_NOBODY = TopicKeys.random(new SecureRandom());

    public PublisherAuth {
        identities = List.copyOf(identities);
    }

    /** Returns the same authentication with identities. */
    public PublisherAuth with(List<BearerTokens> others) {
        return new PublisherAuth(required, local, others);
    }

    /**
     * Returns empty for a request that may publish.
     *
     * @param name of the topic
     * @param topic null if there is none, so that publishers are refused as if it had no keys
     */
    public Optional<ApiError> refusal(Request request, String name, @Nullable TopicEntry topic, Instant now) {
        boolean keysRefused = topic != null && topic.topic().arm().disableLocalAuth();
        if (!required && !keysRefused) {
            return withoutKey(request);
        }
        var token = BearerTokens.shownIn(request);
        if (token.isPresent()
                && request.header(KEY).isEmpty()
                && request.header(TOKEN).isEmpty()) {
            return withIdentity(token.get(), name, now);
        }
        var open = topic == null ? null : topic.openKeys();
        var refusal = withoutIdentity(request, open == null ? OF_NOBODY : open, now);
        // Only a right key is told more than is said of a topic that does not exist.
        return keysRefused && (refusal.isEmpty() || !required) ? unauthorized(NO_LOCAL_AUTH) : refusal;
    }

    /** The response does not name the topic, whose name may be in another case than in the request. */
    private Optional<ApiError> withIdentity(String token, String topic, Instant now) {
        var checked = BearerTokens.of(identities)
                .check(token, now)
                .orElseGet(() -> TokenCheck.unauthorized(
                        identities.isEmpty()
                                ? "publishing with tokens is off; send a key of the topic, or set tokens.file or"
                                        + " oidc.issuer"
                                : TokenCheck.UNKNOWN));
        return switch (checked) {
            case TokenCheck.Refused(var error) -> Optional.of(error);
            case TokenCheck.Accepted(var principal) ->
                principal.refusal(Role.PUBLISHER, topic).map(_ -> withoutRole(principal));
        };
    }

    private static ApiError withoutRole(Principal principal) {
        return ApiError.of(
                403,
                "Forbidden",
                "this needs the role " + Role.PUBLISHER.wireName() + " for the topic; " + principal.name()
                        + " does not have it"
                        + (principal.roleClaim() == null
                                ? ""
                                : ", for the roles in the claim " + principal.roleClaim() + " of the token"));
    }

    private Optional<ApiError> withoutIdentity(Request request, TopicKeys keys, Instant now) {
        var key = request.header(KEY);
        if (key.isPresent()) {
            return withKey(key.get().strip(), keys);
        }
        var token = request.header(TOKEN);
        if (token.isPresent()) {
            return withToken(token.get().strip(), request, keys, now);
        }
        var shared = SharedAccessKey.shownIn(request);
        if (shared.isPresent()) {
            return withKey(shared.get(), keys);
        }
        var authorization = request.header("authorization");
        if (authorization.isPresent()) {
            return withAuthorization(authorization.get().strip(), request, keys, now);
        }
        var parameter = request.parameter(KEY);
        return parameter.isPresent()
                // An unescaped plus sign arrives as a space, which base64 does not have.
                ? withKey(parameter.get().replace(' ', '+'), keys)
                : unauthorized("send a key of the topic in the header aeg-sas-key, a signature in aeg-sas-token"
                        + ", or a token with the role publisher in Authorization: Bearer");
    }

    /** Returns whether a request has a key, a signature or a token, valid or not. */
    public static boolean isShown(Request request) {
        return request.header(KEY).isPresent()
                || request.header(TOKEN).isPresent()
                || request.header("authorization").isPresent()
                || request.parameter(KEY).isPresent();
    }

    private static Optional<ApiError> withKey(String key, TopicKeys keys) {
        if (key.isEmpty()) {
            return Optional.of(ApiError.of(400, "InvalidSas", "the key is empty; send a key of the topic"));
        }
        return keys.contains(key) ? Optional.empty() : unauthorized("this is not a key of this topic" + OR_NO_TOPIC);
    }

    private static Optional<ApiError> withAuthorization(String value, Request request, TopicKeys keys, Instant now) {
        return value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? withToken(value.substring(SCHEME.length()).strip(), request, keys, now)
                : unauthorized("publishing needs Authorization: SharedAccessSignature, SharedAccessKey or Bearer,"
                        + " aeg-sas-token or aeg-sas-key");
    }

    private static Optional<ApiError> withToken(String text, Request request, TopicKeys keys, Instant now) {
        if (text.isEmpty()) {
            return Optional.of(ApiError.of(400, "InvalidSas", "the signature is empty; send r=…&e=…&s=…"));
        }
        var parsed = SasToken.parse(text);
        if (parsed.isEmpty()) {
            return unauthorized("the signature must be r=…&e=…&s=… with an escaped URL, expiry and base64");
        }
        var token = parsed.get();
        boolean first = token.signedWith(keys.key1());
        boolean second = token.signedWith(keys.key2());
        if (!(first || second)) {
            return unauthorized("the signature was not made with a key of this topic" + OR_NO_TOPIC);
        }
        if (!now.isBefore(token.expires())) {
            return unauthorized("the signature expired at " + token.expires() + "; make a new one");
        }
        return token.covers(request.authority(), request.path())
                ? Optional.empty()
                : unauthorized("the signature was made for another URL than the one it is sent to");
    }

    /** A page in a browser of this machine may send a request here without anybody's knowledge. */
    private Optional<ApiError> withoutKey(Request request) {
        return request.header("origin")
                .filter(origin -> local && !LocalHosts.isLocal(origin))
                .map(page -> ApiError.of(
                        403,
                        "Forbidden",
                        "a web page of " + page + " may not publish here without a key; set auth.required and"
                                + " send a key of the topic, or publish from a page of this machine"));
    }

    private static Optional<ApiError> unauthorized(String message) {
        return Optional.of(ApiError.of(401, "Unauthorized", message));
    }
}
