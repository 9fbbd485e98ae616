package io.tidings.ingest.audit;

import io.tidings.ingest.http.Request;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The id by which a client, a proxy and the audit log know a request. */
final class RequestId {
    /** The header of the response. */
    static final String HEADER = "x-ms-request-id";

    /** Those of most proxies, and of Azure's clients. */
    private static final List<String> GIVEN = List.of("x-request-id", "x-ms-client-request-id");

    private RequestId() {}

    static String of(Request request) {
        return GIVEN.stream()
                .map(request::header)
                .flatMap(Optional::stream)
                .filter(id -> id.matches("[a-zA-Z0-9._:/+=-]{1,100}"))
                .findFirst()
                .orElseGet(() -> UUID.randomUUID().toString());
    }
}
