package io.tidings.ingest.server;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one port, of which an address may have a tenth when more than 80 % are in use. Before that there is
 * no such limit, because whole sites are behind one address. Thread-safe.
 */
final class ConnectionShares implements ServerConnectionSelector {
    private static final Logger log = LoggerFactory.getLogger(ConnectionShares.class);
    private static final long QUIET = Duration.ofMinutes(1).toNanos();

    private final ServerConnectionSelector http;
    private final int withoutShares;
    private final int share;
    private final Map<String, Integer> open = new HashMap<>();
    private int all;
    private long reported = System.nanoTime() - QUIET;

    ConnectionShares(ServerConnectionSelector http, int most) {
        this.http = http;
        withoutShares = (int) (most * 8L / 10);
        share = Math.max(1, most / 10);
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    /** Called when a client has connected, before it has sent anything. */
    @Override
    public ServerConnection connection(ConnectionContext context) {
        var network = ClientNetwork.of(context.remotePeer().host());
        var connection = http.connection(context);
        if (!taken(network)) {
            throw new CloseConnectionException("too many connections of " + network);
        }
        return new Counted(connection, network);
    }

    private synchronized boolean taken(String network) {
        int others = open.getOrDefault(network, 0);
        if (all >= withoutShares && others >= share) {
            report(network, others);
            return false;
        }
        open.put(network, others + 1);
        all++;
        return true;
    }

    private void report(String network, int others) {
        long now = System.nanoTime();
        if (now - reported >= QUIET) {
            reported = now;
            log.warn(
                    "{} connections are open, {} of them of {}, which gets no more (http.max.connections)",
                    all,
                    others,
                    network);
        }
    }

    private synchronized void closed(String network) {
        open.computeIfPresent(network, (_, count) -> count == 1 ? null : count - 1);
        all--;
    }

    private final class Counted implements ServerConnection, InterruptableTask<Void> {
        private final ServerConnection connection;
        private final String network;

        Counted(ServerConnection connection, String network) {
            this.connection = connection;
            this.network = network;
        }

        /** Not called only if the server stops before it, which ends the count, too. */
        @Override
        public void handle(Limit limit) throws InterruptedException {
            try {
                connection.handle(limit);
            } finally {
                closed(network);
            }
        }

        @Override
        public void close(boolean interrupt) {
            connection.close(interrupt);
        }

        @Override
        public Duration idleTime() {
            return connection.idleTime();
        }

        @Override
        public boolean canInterrupt() {
            return connection instanceof InterruptableTask<?> task && task.canInterrupt();
        }
    }
}
