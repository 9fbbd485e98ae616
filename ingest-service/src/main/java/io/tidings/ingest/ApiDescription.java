package io.tidings.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.ingest.audit.Route;
import io.tidings.ingest.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The OpenAPI description of publishing and management, public for all clients. */
record ApiDescription(String json) {
    private static final String FILE = "openapi.json";

    static ApiDescription read() {
        try (var file = ApiDescription.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is not in the jar; rebuild it");
            }
            return new ApiDescription(new String(file.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + FILE, e);
        }
    }

    Route route() {
        return new Route.Open("GET", "/openapi.json", "describe", (_, _) -> Response.document(json));
    }
}
