package io.tidings.ingest.access;

import io.tidings.ingest.http.Request;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One kind of bearer tokens of managers and publishers. Thread-safe. */
public interface BearerTokens {
    String SCHEME = "bearer ";

    /** Returns empty if the token is not of this kind. */
    Optional<TokenCheck> check(String token, Instant now);

    /** Tokens of several kinds, which are asked in this order. */
    static BearerTokens of(List<BearerTokens> kinds) {
        return (token, now) ->
                kinds.stream().flatMap(kind -> kind.check(token, now).stream()).findFirst();
    }

    /** Returns the token of a request, which may be empty; nothing if the request has no header of bearer tokens. */
    static Optional<String> shownIn(Request request) {
        return request.header("authorization")
                .map(header -> header.strip() + " ")
                .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .map(header -> header.substring(SCHEME.length()).strip());
    }
}
