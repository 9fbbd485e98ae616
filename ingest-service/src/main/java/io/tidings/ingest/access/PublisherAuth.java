package io.tidings.ingest.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.address.LocalHosts;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The authentication of publishers: with one of the two keys of a topic, or with a signature made with one (B-PUB-5).
 *
 * @param required false to accept every request but those of web pages
 * @param local whether only this machine reaches the listener
 */
public record PublisherAuth(boolean required, boolean local) {
    private static final String KEY = "aeg-sas-key";
    private static final String TOKEN = "aeg-sas-token";
    private static final String OR_NO_TOPIC = "; it may have no keys yet, or there is no such topic";
    private static final String SCHEME = "sharedaccesssignature ";

    /** Keys that nobody has; a topic without keys has these, so that it looks like every other. */
    private static final TopicKeys OF_NOBODY = TopicKeys.random(new SecureRandom());

    /**
     * Returns empty for a request that may publish.
     *
     * @param topicKeys null if the topic has none, or there is no such topic, so that publishers are refused
     */
    public Optional<ApiError> refusal(Request request, @Nullable TopicKeys topicKeys, Instant now) {
        if (!required) {
            return withoutKey(request);
        }
        var keys = topicKeys == null ? OF_NOBODY : topicKeys;
        var key = request.header(KEY);
        if (key.isPresent()) {
            return withKey(key.get().strip(), keys);
        }
        var token = request.header(TOKEN);
        if (token.isPresent()) {
            return withToken(token.get().strip(), request, keys, now);
        }
        var authorization = request.header("authorization");
        if (authorization.isPresent()) {
            return withAuthorization(authorization.get().strip(), request, keys, now);
        }
        var parameter = request.parameter(KEY);
        return parameter.isPresent()
                // An unescaped plus sign arrives as a space, which base64 does not have.
                ? withKey(parameter.get().replace(' ', '+'), keys)
                : unauthorized("send a key of the topic in the header aeg-sas-key, or a signature in aeg-sas-token");
    }

    /** Returns whether a request has a key or a signature, valid or not. */
    public static boolean isShown(Request request) {
        return request.header(KEY).isPresent()
                || request.header(TOKEN).isPresent()
                || request.header("authorization").isPresent()
                || request.parameter(KEY).isPresent();
    }

    private static Optional<ApiError> withKey(String key, TopicKeys keys) {
        if (key.isEmpty()) {
            return Optional.of(ApiError.of(400, "InvalidSas", "aeg-sas-key is empty; send a key of the topic"));
        }
        var bytes = key.getBytes(UTF_8);
        boolean first = MessageDigest.isEqual(bytes, keys.key1().getBytes(UTF_8));
        boolean second = MessageDigest.isEqual(bytes, keys.key2().getBytes(UTF_8));
        return first || second
                ? Optional.empty()
                : unauthorized("aeg-sas-key is not a key of this topic" + OR_NO_TOPIC);
    }

    private static Optional<ApiError> withAuthorization(String value, Request request, TopicKeys keys, Instant now) {
        return value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? withToken(value.substring(SCHEME.length()).strip(), request, keys, now)
                : unauthorized("publishing needs Authorization: SharedAccessSignature, aeg-sas-token or aeg-sas-key");
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
