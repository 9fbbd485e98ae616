package io.tidings.topology.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.topic.SchemaUnavailable;
import io.tidings.topology.source.RegistryReply.Reference;
import io.tidings.topology.source.RegistryReply.Registered;
import io.tidings.topology.source.RegistryReply.Unknown;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a registry with Confluent's API. A response that is neither a schema nor the registry's own word that there is
 * none decides nothing: it may come from a proxy, or from a wrong path. Confined to one thread.
 */
final class RegistryClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final String AVRO = "AVRO";

    /** A subject, a version and a schema that the registry does not have. */
    private static final int LOWEST_UNKNOWN = 40401;

    private static final int HIGHEST_UNKNOWN = 40403;

    private final String url;
    private final @Nullable String authorization;

    /** Made with the first request: most installations have no source that needs a schema. */
    private @Nullable HttpClient http;

    /** @param url may end in a slash */
    RegistryClient(URI url, RegistryConfig config) {
        this.url = url.toString().replaceAll("/+$", "");
        this.authorization = authorization(config);
    }

    private static @Nullable String authorization(RegistryConfig config) {
        if (config.user() == null || config.password() == null) {
            return null;
        }
        var credentials = config.user() + ":" + config.password().value();
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
    }

    /** @throws SchemaUnavailable if the registry says nothing of the schema */
    RegistryReply schema(int id) {
        return ask("/schemas/ids/" + id);
    }

    /** @throws SchemaUnavailable if the registry says nothing of the schema */
    RegistryReply schema(Reference reference) {
        var subject = URLEncoder.encode(reference.subject(), UTF_8).replace("+", "%20");
        return ask("/subjects/" + subject + "/versions/" + reference.version());
    }

    private RegistryReply ask(String path) {
        var response = response(path);
        var json = ResourceJson.orMissing(response.body());
        if (response.statusCode() == 200 && json.path("schema").isTextual()) {
            return registered(json);
        }
        int error = json.path("error_code").asInt();
        if (response.statusCode() == 404 && error >= LOWEST_UNKNOWN && error <= HIGHEST_UNKNOWN) {
            return new Unknown();
        }
        throw new SchemaUnavailable(
                "the schema registry responds to " + path + " with " + response.statusCode()
                        + (response.statusCode() == 200 ? ", but not with a schema" : ""),
                null);
    }

    private static Registered registered(JsonNode json) {
        var references = new ArrayList<Reference>();
        json.path("references")
                .forEach(each -> references.add(new Reference(
                        each.path("subject").asText(), each.path("version").asInt())));
        return new Registered(
                json.path("schemaType").asText(AVRO), json.path("schema").textValue(), references);
    }

    /** The limit covers the body, which that of a request does not. */
    private HttpResponse<byte[]> response(String path) {
        var request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        if (http == null) {
            http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        }
        var response = http.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            return response.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new SchemaUnavailable("the schema registry does not respond: " + sentence(e.getCause()), e);
        } catch (TimeoutException e) {
            response.cancel(true);
            throw new SchemaUnavailable(
                    "the schema registry does not respond within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            response.cancel(true);
            throw new SchemaUnavailable("interrupted while asking the schema registry", e);
        }
    }

    private static String sentence(@Nullable Throwable cause) {
        return cause == null
                ? ""
                : cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    @Override
    public void close() {
        if (http != null) {
            http.shutdownNow();
        }
    }
}
