package io.tidings.runtime.timeline;

import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.http.SharedSecret;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** Asks one instance of the timeline over HTTP. Thread-safe. */
public final class TimelineClient implements AutoCloseable {
    /** The path where an instance responds for all partitions. */
    public static final String WHOLE = "/timeline";

    /** The path where an instance responds for its own partitions only. */
    public static final String SHARE = "/timeline/share";

    private static final Duration TO_CONNECT = Duration.ofSeconds(1);
    private static final int MOST_BYTES = 32 * 1024 * 1024;
    private static final int MOST_OF_ERROR = 500;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TO_CONNECT).build();
    private final @Nullable SharedSecret secret;
    private final Duration patience;

    /** @param secret null if the timeline asks for none */
    public TimelineClient(@Nullable Password secret, Duration patience) {
        this.secret = secret == null ? null : new SharedSecret(secret);
        this.patience = patience;
    }

    /**
     * Asks an instance, which asks the others.
     *
     * @param timeline the URL of an instance, or of a balancer before them
     */
    public TimelineResult ask(URI timeline, TimelineQuery query) throws TimelineUnavailableException {
        return get(timeline.resolve(WHOLE + "?" + query.parameters()));
    }

    /**
     * Asks an instance for its share.
     *
     * @param instance its host and port
     * @param stale whether partitions count that it only copies, or restores
     */
    public TimelineResult askShare(String instance, TimelineQuery query, Iterable<Integer> partitions, boolean stale)
            throws TimelineUnavailableException {
        var numbers = new StringBuilder();
        partitions.forEach(each -> numbers.append(numbers.isEmpty() ? "" : ",").append(each));
        return get(URI.create("http://" + instance + SHARE + "?" + query.parameters() + "&partitions=" + numbers
                + "&stale=" + stale));
    }

    private TimelineResult get(URI uri) throws TimelineUnavailableException {
        var at = uri.getAuthority();
        var request = HttpRequest.newBuilder(uri).timeout(patience).GET();
        if (secret != null) {
            request.header("Authorization", secret.sign("GET", uri, Instant.now()));
        }
        try {
            var response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            return read(response, at);
        } catch (IOException e) {
            throw new TimelineUnavailableException("the timeline at " + at + " does not respond: " + sentence(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TimelineUnavailableException("interrupted while asking the timeline at " + at, e);
        }
    }

    private static TimelineResult read(HttpResponse<InputStream> response, String at)
            throws IOException, TimelineUnavailableException {
        try (var body = response.body()) {
            var bytes = body.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new TimelineUnavailableException(
                        "the timeline at " + at + " has more to say than " + MOST_BYTES + " bytes; ask for fewer rows");
            }
            if (response.statusCode() != 200) {
                var text = new String(bytes, 0, Math.min(bytes.length, MOST_OF_ERROR), StandardCharsets.UTF_8);
                throw new TimelineUnavailableException(
                        "the timeline at " + at + " responds with " + response.statusCode() + ": " + text.strip());
            }
            return TimelineResult.read(bytes);
        }
    }

    private static String sentence(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
