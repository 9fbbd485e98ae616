package io.tidings.testbed.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.BitSet;
import org.HdrHistogram.Histogram;

/** Reads the counts of the sink, and changes its behaviours. */
public final class SinkClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final String control;

    /** @param sink the address that the sink announced */
    public SinkClient(String sink) {
        control = sink + SinkMain.CONTROL;
    }

    /** The counts of all groups. */
    public SinkCounts counts() {
        return counts("", Integer.MAX_VALUE);
    }

    /**
     * The counts of some groups.
     *
     * @param prefix of their names
     * @param below bounds the distinct numbers
     */
    public SinkCounts counts(String prefix, int below) {
        var json = send("count/%d/%s".formatted(below, prefix));
        try {
            return JSON.readValue(json, SinkCounts.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("the sink does not count; read its log", e);
        }
    }

    /** The numbers that the group has received. */
    public BitSet seen(String group) {
        return BitSet.valueOf(Base64.getDecoder().decode(send("seen/" + group).getBytes(UTF_8)));
    }

    /** Microseconds since publication, of the groups with that prefix. */
    public Histogram latencies(String prefix) {
        var encoded = Base64.getDecoder().decode(send("latencies/" + prefix).getBytes(UTF_8));
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), 0);
    }

    public void forgetLatencies() {
        send("forget");
    }

    /** @param behaviour as in a path */
    public void order(String group, String behaviour) {
        send("order/" + group + "/" + behaviour);
    }

    private String send(String order) {
        var request = HttpRequest.newBuilder(URI.create(control + order)).build();
        try {
            return client.send(request, BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException("the sink does not respond; read its log", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the sink", e);
        }
    }
}
