package io.tidings.benchmark.sink;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Asks the sink what it has counted. */
public final class SinkClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest request;

    /** @param sink as it was announced */
    public SinkClient(String sink) {
        request = HttpRequest.newBuilder(URI.create(sink + SinkMain.COUNT)).build();
    }

    public Counts counts() {
        try {
            return JSON.readValue(
                    client.send(request, BodyHandlers.ofByteArray()).body(), Counts.class);
        } catch (IOException e) {
            throw new UncheckedIOException("the sink does not answer; read its log", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the sink", e);
        }
    }
}
