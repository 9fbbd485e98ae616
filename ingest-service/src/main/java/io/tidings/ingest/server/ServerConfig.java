package io.tidings.ingest.server;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the edge listens and what it bears.
 *
 * @param httpPort absent: no plain HTTP; 0: a free one
 * @param https absent: no HTTPS
 * @param management absent: managed where events are published
 * @param bodyBytes of all requests together that are being read and answered
 * @param readTimeout how long the next bytes of a request may take
 * @param requestTimeout how long all of a request may take to arrive
 * @param wrongKeyDelay how long the answer to a wrong key waits at most
 * @param drainTimeout how long running requests may take when it stops
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
        Duration wrongKeyDelay,
        Duration drainTimeout) {
    /** An address and a port; 0: a free one. */
    public record Listener(String host, int port) {}

    /**
     * A port with a certificate.
     *
     * @param certificate PEM, the chain
     * @param key PEM, PKCS 8
     */
    public record Https(int port, Path certificate, Path key) {}
}
