package io.tidings.worker.webhook;

import io.tidings.runtime.http.ConnectAnswer;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.runtime.http.ProxyException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Connects to endpoints through the proxy: the session is handed on when the proxy has accepted CONNECT (B-PROXY).
 * Thread-safe.
 */
final class ProxyTunnels {
    private final OutgoingProxy proxy;
    private final ConnectionInitiator direct;

    ProxyTunnels(OutgoingProxy proxy, ConnectionInitiator direct) {
        this.proxy = proxy;
        this.direct = direct;
    }

    /** Returns what connects to one endpoint once. */
    ConnectionInitiator initiator() {
        return new Addresses();
    }

    private static Timeout part(Timeout whole, int part, int ofParts) {
        return Timeout.ofMilliseconds(Math.max(1, whole.toMilliseconds() * part / ofParts));
    }

    /** The addresses of one endpoint, which HttpClient tries in turn; while the proxy is away the others fail at once. */
    private final class Addresses implements ConnectionInitiator {
        private volatile @Nullable ProxyException lost;

        @Override
        public Future<IOSession> connect(
                NamedEndpoint name,
                SocketAddress address,
                @Nullable SocketAddress local,
                Timeout timeout,
                @Nullable Object attachment,
                FutureCallback<IOSession> callback) {
            var endpoint = (InetSocketAddress) address;
            if (proxy.bypassed(name.getHostName(), endpoint.getAddress())) {
                return direct.connect(name, address, local, timeout, attachment, callback);
            }
            var future = new ComplexFuture<IOSession>(callback);
            var before = lost;
            if (before != null) {
                future.failed(before);
                return future;
            }
            var tunnel = new Tunnel(endpoint, timeout, this, future);
            future.setDependency(tunnel);
            var share = part(timeout, 1, 3); // of lookup and connect each, so that it is known what fails
            var at = proxy.address().orTimeout(share.toMilliseconds(), TimeUnit.MILLISECONDS);
            var _ = at.whenComplete((found, failure) -> {
                if (failure != null) {
                    tunnel.failed(ProxyException.away(proxy, "cannot be reached", failure));
                } else {
                    tunnel.connects(() -> direct.connect(name, found, local, share, attachment, tunnel));
                }
            });
            return future;
        }

        void lost(ProxyException failure) {
            lost = failure;
            proxy.lost(failure);
        }
    }

    /** One connection to the proxy, which becomes one to an address of an endpoint. */
    private final class Tunnel implements FutureCallback<IOSession>, Cancellable {
        private final InetSocketAddress endpoint;
        private final Timeout timeout;
        private final Addresses addresses;
        private final ComplexFuture<IOSession> future;
        private volatile @Nullable Future<IOSession> connecting;
        private volatile @Nullable IOSession connected;

        Tunnel(InetSocketAddress endpoint, Timeout timeout, Addresses addresses, ComplexFuture<IOSession> future) {
            this.endpoint = endpoint;
            this.timeout = timeout;
            this.addresses = addresses;
            this.future = future;
        }

        void connects(Supplier<Future<IOSession>> connect) {
            try {
                connecting = connect.get();
                cancel();
            } catch (RuntimeException e) { // the reactor has ended
                future.failed(e);
            }
        }

        @Override
        public void completed(IOSession channel) {
            connected = channel;
            if (!cancel()) {
                channel.upgrade(new Handshake(this, channel));
            }
        }

        @Override
        public void failed(Exception failure) {
            lost(
                    failure instanceof ProxyException known
                            ? known
                            : ProxyException.away(proxy, "cannot be reached", failure));
        }

        @Override
        public void cancelled() {
            future.cancel(true);
        }

        void lost(ProxyException failure) {
            if (!future.isDone()) {
                if (failure.away()) {
                    addresses.lost(failure);
                }
                future.failed(failure);
            }
        }

        void opened(IOSession channel) {
            proxy.connected();
            future.completed(channel);
        }

        /**
         * Ends what the tunnel has come to, if it is given up. Each step is published before this is called, and the
         * future is cancelled before the steps are read, so a cancel is never missed.
         */
        @Override
        public boolean cancel() {
            if (!future.isCancelled()) {
                return false;
            }
            var request = connecting;
            if (request != null) {
                request.cancel(true);
            }
            var channel = connected;
            if (channel != null) {
                channel.close(CloseMode.IMMEDIATE);
            }
            return true;
        }
    }

    /** Asks the proxy for the tunnel, and gives the session back to its own handler. */
    private final class Handshake implements IOEventHandler {
        private final Tunnel tunnel;
        /** What TLS can be started on, unlike the session that a handler gets. */
        private final IOSession channel;

        private final IOEventHandler client;
        private final Timeout usual;
        private final ByteBuffer request;
        private final ConnectAnswer answer = new ConnectAnswer(proxy);
        private final ByteBuffer received = ByteBuffer.allocate(1024);

        Handshake(Tunnel tunnel, IOSession channel) {
            this.tunnel = tunnel;
            this.channel = channel;
            client = channel.getHandler();
            usual = channel.getSocketTimeout();
            channel.setSocketTimeout(part(tunnel.timeout, 3, 4)); // not all, so that the failure names the proxy
            request = ByteBuffer.wrap(proxy.connect(tunnel.endpoint));
        }

        @Override
        public void connected(IOSession session) throws IOException {
            session.setEvent(SelectionKey.OP_READ);
            outputReady(session);
        }

        @Override
        public void outputReady(IOSession session) throws IOException {
            session.write(request);
            if (request.hasRemaining()) {
                session.setEvent(SelectionKey.OP_WRITE);
            } else {
                session.clearEvent(SelectionKey.OP_WRITE);
            }
        }

        @Override
        public void inputReady(IOSession session, @Nullable ByteBuffer unused) throws IOException {
            int count = session.read(received.clear());
            if (count < 0) {
                throw ProxyException.away(proxy, "closed the connection before it answered CONNECT", null);
            }
            if (answer.complete(received.flip())) {
                channel.setSocketTimeout(usual);
                channel.upgrade(client);
                client.connected(session);
                tunnel.opened(channel);
            }
        }

        @Override
        public void timeout(IOSession session, Timeout silence) {
            exception(session, ProxyException.refused(proxy, "did not answer CONNECT in time"));
        }

        @Override
        public void exception(IOSession session, Exception failure) {
            tunnel.lost(
                    failure instanceof ProxyException known
                            ? known
                            : ProxyException.away(proxy, "broke the connection before it answered CONNECT", failure));
            session.close(CloseMode.IMMEDIATE);
        }

        @Override
        public void disconnected(IOSession session) {
            tunnel.lost(ProxyException.away(proxy, "closed the connection before it answered CONNECT", null));
        }
    }
}
