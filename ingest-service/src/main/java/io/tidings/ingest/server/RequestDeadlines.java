package io.tidings.ingest.server;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the time in which a whole request, head and body, must arrive, and that in which its response must be taken. A timeout of each read, which sockets have,
 * would let a client that sends a byte a second hold a connection for days.
 *
 * @param limit from the first byte of a request to its last
 */
record RequestDeadlines(ServerConnectionSelector http, Duration limit, LongSupplier nanos, ResponseDeadlines responses)
        implements ServerConnectionSelector {
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

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return http.connection(new Watched(context, new Clock(limit, nanos), responses));
    }

    /** The start of the request that is being read. Confined to the connection's thread. */
    static final class Clock {
        private final Duration limit;
        private final LongSupplier nanos;
        private @Nullable Long began;

        Clock(Duration limit, LongSupplier nanos) {
            this.limit = limit;
            this.nanos = nanos;
        }

        /** @throws CloseConnectionException if the request takes too long */
        void read() {
            long now = nanos.getAsLong();
            if (began == null) {
                began = now;
            } else if (now - began > limit.toNanos()) {
                throw new CloseConnectionException("the request did not arrive within " + limit);
            }
        }

        /** Bytes after a response belong to another request. */
        void responded() {
            began = null;
        }
    }

    /** Puts the clock between the connection and the HTTP implementation. */
    private static final class Watched implements ConnectionContext {
        private final ConnectionContext context;
        private final DataReader reader;
        private final DataWriter writer;

        Watched(ConnectionContext context, Clock clock, ResponseDeadlines responses) {
            this.context = context;
            var socket = context.dataReader();
            var watch = ClientWatch.begin(socket::ensureAvailable);
            reader = DataReader.create(() -> {
                watch.end();
                awaitBytes(socket);
                clock.read();
                return socket.readBytes(socket.available());
            });
            writer = new WatchedWriter(context.dataWriter(), clock, responses);
        }

        /** Helidon takes the end of a connection inside a head for an error of its own, with a stack trace in the log. */
        private static void awaitBytes(DataReader socket) {
            try {
                socket.ensureAvailable();
            } catch (DataReader.InsufficientDataAvailableException e) {
                throw new CloseConnectionException("the client closed the connection", e);
            }
        }

        @Override
        public DataReader dataReader() {
            return reader;
        }

        @Override
        public DataWriter dataWriter() {
            return writer;
        }

        @Override
        public ListenerContext listenerContext() {
            return context.listenerContext();
        }

        @Override
        public ExecutorService executor() {
            return context.executor();
        }

        @Override
        public Router router() {
            return context.router();
        }

        @Override
        public Optional<ProxyProtocolData> proxyProtocolData() {
            return context.proxyProtocolData();
        }

        @Override
        public HelidonSocket serverSocket() {
            return context.serverSocket();
        }

        @Override
        public PeerInfo remotePeer() {
            return context.remotePeer();
        }

        @Override
        public PeerInfo localPeer() {
            return context.localPeer();
        }

        @Override
        public boolean isSecure() {
            return context.isSecure();
        }

        @Override
        public String socketId() {
            return context.socketId();
        }

        @Override
        public String childSocketId() {
            return context.childSocketId();
        }
    }

    /** Reports every response, or part of one, to the clock, and limits the time it takes. */
    private record WatchedWriter(DataWriter writer, Clock clock, ResponseDeadlines responses) implements DataWriter {
        @Override
        public void write(BufferData... buffers) {
            clock.responded();
            responses.within(() -> writer.write(buffers));
        }

        @Override
        public void write(BufferData buffer) {
            clock.responded();
            responses.within(() -> writer.write(buffer));
        }

        @Override
        public void writeNow(BufferData... buffers) {
            clock.responded();
            responses.within(() -> writer.writeNow(buffers));
        }

        @Override
        public void writeNow(BufferData buffer) {
            clock.responded();
            responses.within(() -> writer.writeNow(buffer));
        }

        @Override
        public void flush() {
            responses.within(writer::flush);
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
