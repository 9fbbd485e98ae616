package io.tidings.ingest.server;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * @param httpPort null without plain HTTP; 0 for any free port
 * @param https null without HTTPS
 * @param management null if management is on the publishing ports
 * @param bodyBytes limit for the bodies of all requests together
 * @param readTimeout until the next bytes of a request
 * @param requestTimeout until the last byte of a request
 * @param responseTimeout until a client has taken a response
 * @param wrongKeyDelay longest delay of the response to a wrong key
 * @param drainTimeout for running requests when the server stops
 */
public record ServerConfig(
        String host,
        @Nullable Integer httpPort,
        @Nullable Https https,
        @Nullable Listener management,
        int maxConnections,
        int bodyBytes,
        Duration readTimeout,
        Duration requestTimeout,
        Duration responseTimeout,
        Duration wrongKeyDelay,
        Duration drainTimeout) {
    /** @param port 0 for any free port */
    public record Listener(String host, int port) {}

    /**
     * @param certificate PEM, the chain
     * @param key PEM, PKCS 8
     */
    public record Https(int port, Path certificate, Path key) {}
}
