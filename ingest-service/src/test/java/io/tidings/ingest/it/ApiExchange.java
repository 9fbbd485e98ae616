package io.tidings.ingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.it.OpenApiDocument.Case;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Requests to the service, whose responses have to be described. */
final class ApiExchange {
    private final IngestFixture ingest;
    private final OpenApiDocument description;
    private final Set<Case> seen = new HashSet<>();
    private final Map<String, StringBuilder> said = new LinkedHashMap<>();

    ApiExchange(IngestFixture ingest, OpenApiDocument description) {
        this.ingest = ingest;
        this.description = description;
    }

    Set<Case> seen() {
        return seen;
    }

    /** The responses, by method and path. */
    Map<String, StringBuilder> said() {
        return said;
    }

    /** Sends a request with the admin token. */
    HttpResponse<String> managed(String method, String template, String path, String body, int status) {
        var answer = send(method, template, path, body, bearer());
        assertThat(answer.statusCode())
                .as(method + " " + path + ": " + answer.body())
                .isEqualTo(status);
        return answer;
    }

    static String[] bearer() {
        return new String[] {"Authorization", "Bearer " + IngestFixture.TOKEN};
    }

    HttpResponse<String> send(String method, String template, String path, String body, String... headers) {
        var request = HttpRequest.newBuilder(ingest.uri(path)).method(method, BodyPublishers.ofString(body));
        var answer = ingest.send(headers.length == 0 ? request : request.headers(headers));
        var one = new Case(method, template, answer.statusCode());
        description.describes(one, answer);
        seen.add(one);
        said.computeIfAbsent(method + " " + template, _ -> new StringBuilder())
                .append(answer.body())
                .append(answer.headers().map());
        return answer;
    }
}
