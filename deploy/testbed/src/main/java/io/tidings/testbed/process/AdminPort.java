package io.tidings.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** The admin port of a service on this machine. */
public record AdminPort(int number) {
    /** The status when nothing listens. */
    public static final int NONE = 0;

    private static final int MILLIS = 3_000;
    private static final int OK = 200;

    public boolean live() {
        return status("/health/live") == OK;
    }

    public boolean ready() {
        return status("/health/ready") == OK;
    }

    /** The status of the response, or {@link #NONE}. */
    public int status(String path) {
        try {
            return connection(path).getResponseCode();
        } catch (IOException e) {
            return NONE;
        }
    }

    /** The service's word on its readiness, or the reason why there is none; for people. */
    public String readiness() {
        try {
            var connection = connection("/health/ready");
            try (var body =
                    connection.getResponseCode() == OK ? connection.getInputStream() : connection.getErrorStream()) {
                return body == null ? "an empty response" : new String(body.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** @throws UncheckedIOException when the service does not respond */
    public ScrapedMetrics metrics() {
        try (var body = connection("/metrics").getInputStream()) {
            return new ScrapedMetrics(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no response from admin port %d; read the log of the service".formatted(number), e);
        }
    }

    private HttpURLConnection connection(String path) throws IOException {
        var connection = (HttpURLConnection) URI.create("http://127.0.0.1:%d%s".formatted(number, path))
                .toURL()
                .openConnection();
        connection.setConnectTimeout(MILLIS);
        connection.setReadTimeout(MILLIS);
        return connection;
    }
}
