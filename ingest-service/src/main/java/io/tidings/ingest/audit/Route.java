package io.tidings.ingest.audit;

import io.tidings.ingest.access.Role;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An operation of the HTTP interface: a method of a path, as the OpenAPI description has it. */
public sealed interface Route {
    String method();

    /** Words match in any case; braces enclose the name of any word, or of the part before a colon. */
    String path();

    /** The id in the OpenAPI description. */
    String operation();

    /** @param handler gets the words of the path as well */
    record Open(String method, String path, String operation, BiFunction<List<String>, Request, Response> handler)
            implements Route {}

    /** @param role needed for the topic in the path, or for any topic if the path has none (B-ACCESS-1) */
    record Managed(String method, String path, Role role, String operation, Function<ManagedRequest, Response> handler)
            implements Route {
        /** Returns the name of the change in the audit log: the word behind the resource, or the method. */
        String action() {
            return path.matches(".+/[^{}/]+") ? path.substring(path.lastIndexOf('/') + 1) : method;
        }
    }
}
