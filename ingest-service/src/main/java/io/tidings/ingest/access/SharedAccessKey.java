package io.tidings.ingest.access;

import io.tidings.ingest.http.Request;
import java.util.Optional;

/** The way in which clients of namespaces show a key: {@code Authorization: SharedAccessKey <key>}. */
final class SharedAccessKey {
    private static final String SCHEME = "sharedaccesskey ";

    private SharedAccessKey() {}

    /** Returns the key of a request, right or not. */
    static Optional<String> shownIn(Request request) {
        return request.header("authorization")
                .map(String::strip)
                .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .map(value -> value.substring(SCHEME.length()).strip());
    }
}
