package io.tidings.ingest.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.tidings.ingest.IngestConfig;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The OpenAPI description of the service as tests use it. */
final class OpenApiDocument {
    private static final String PLACE = "https://tidings.example/openapi.json";

    private final JsonNode document;
    private final JsonSchemaFactory schemas;

    /** One response of an operation. */
    record Case(String method, String path, int status) {}

    OpenApiDocument(String text) {
        document = Responses.json(text);
        schemas = JsonSchemaFactory.getInstance(
                VersionFlag.V202012, builder -> builder.schemaLoaders(loaders -> loaders.schemas(Map.of(PLACE, text))));
    }

    /** As it is in the jar. */
    static OpenApiDocument ofService() throws IOException {
        try (var text = IngestConfig.class.getResourceAsStream("openapi.json")) {
            return new OpenApiDocument(new String(text.readAllBytes(), UTF_8));
        }
    }

    Set<String> paths() {
        return document.path("paths").propertyStream().map(Map.Entry::getKey).collect(toSet());
    }

    /** In upper case. */
    Set<String> methods(String path) {
        return document.path("paths")
                .path(path)
                .propertyStream()
                .map(member -> member.getKey().toUpperCase(Locale.ROOT))
                .filter(name -> !name.equals("PARAMETERS"))
                .collect(toSet());
    }

    /**
     * The free texts in the bodies and queries of requests, such as {@code jobs/topic} and {@code jobs?state}: the path's
     * last word and the member.
     */
    Set<String> texts() {
        var found = new TreeSet<String>();
        for (var path : paths()) {
            var name = path.substring(path.lastIndexOf('/') + 1).replaceAll("[{}]", "");
            methods(path).stream()
                    .flatMap(
                            method -> operation(path, method).path("parameters").valueStream())
                    .map(this::resolved)
                    .filter(parameter -> parameter.path("in").textValue().equals("query"))
                    .forEach(parameter -> texts(
                            parameter.path("schema"),
                            name + "?" + parameter.path("name").textValue(),
                            found));
            methods(path).stream()
                    .map(method -> resolved(operation(path, method).path("requestBody")))
                    .flatMap(body -> body.path("content").propertyStream())
                    .forEach(content -> texts(content.getValue().path("schema"), name, found));
        }
        return found;
    }

    private void texts(JsonNode reference, String path, Set<String> found) {
        var schema = resolved(reference);
        for (var combined : List.of("allOf", "anyOf", "oneOf")) {
            schema.path(combined).forEach(each -> texts(each, path, found));
        }
        schema.path("properties")
                .propertyStream()
                .forEach(member ->
                        texts(member.getValue(), path + (path.contains("/") ? "." : "/") + member.getKey(), found));
        for (var element : List.of("items", "additionalProperties")) {
            if (schema.path(element).isObject()) {
                texts(schema.path(element), path, found);
            }
        }
        boolean chosen = schema.has("enum")
                || schema.has("const")
                || schema.path("readOnly").asBoolean();
        if (!chosen && schema.path("type").toString().contains("\"string\"")) {
            found.add(path);
        }
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").textValue().substring(1)) : node;
    }

    Set<Case> cases() {
        var cases = new HashSet<Case>();
        for (var path : paths()) {
            for (var method : methods(path)) {
                statuses(path, method).forEach(status -> cases.add(new Case(method, path, status)));
            }
        }
        return cases;
    }

    private Stream<Integer> statuses(String path, String method) {
        return operation(path, method)
                .path("responses")
                .propertyStream()
                .map(member -> Integer.valueOf(member.getKey()));
    }

    private JsonNode operation(String path, String method) {
        return document.path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
    }

    /** Fails unless the response is described. */
    void describes(Case seen, HttpResponse<String> answer) {
        var where = "/paths/" + escaped(seen.path()) + "/" + seen.method().toLowerCase(Locale.ROOT) + "/responses/"
                + seen.status();
        var response = document.at(where);
        assertThat(response.isMissingNode()).as(seen + ": " + answer.body()).isFalse();
        if (response.has("$ref")) {
            where = response.path("$ref").textValue().substring(1);
            response = document.at(where);
        }
        response.path("headers")
                .propertyStream()
                .filter(header -> header.getValue().path("required").asBoolean(true))
                .forEach(header -> assertThat(answer.headers().firstValue(header.getKey()))
                        .as(seen + " " + header.getKey())
                        .isPresent());
        if (response.has("content")) {
            valid(where + "/content/application~1json/schema", answer.body(), seen.toString());
        } else {
            assertThat(answer.body()).as(seen.toString()).isEmpty();
        }
    }

    /** Fails unless the body of a request is what is described. */
    void describesBody(String path, String method, String body) {
        valid(
                "/paths/" + escaped(path) + "/" + method.toLowerCase(Locale.ROOT)
                        + "/requestBody/content/application~1json/schema",
                body,
                method + " " + path);
    }

    private void valid(String where, String body, String what) {
        var schema = schemas.getSchema(SchemaLocation.of(PLACE + "#" + where));
        assertThat(schema.validate(Responses.json(body))).as(what + " " + body).isEmpty();
    }

    private static String escaped(String path) {
        return path.replace("~", "~0").replace("/", "~1");
    }
}
