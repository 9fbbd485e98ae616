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
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Connects to endpoints through the proxy: the session is handed on when the proxy has accepted CONNECT (B-PROXY). */
final class ProxyTunnels implements ConnectionInitiator {
    private final OutgoingProxy proxy;
    private final ConnectionInitiator direct;

    ProxyTunnels(OutgoingProxy proxy, ConnectionInitiator direct) {
        this.proxy = proxy;
        this.direct = direct;
    }

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
        var tunnel = new ComplexFuture<IOSession>(callback);
        // The lookup of the proxy's name may block.
        Thread.ofVirtual().name("proxy-lookup").start(() -> {
            var connected = new Connected(endpoint, timeout, tunnel);
            try {
                tunnel.setDependency(
                        direct.connect(name, proxy.address(), local, timeout, attachment, connected));
            } catch (RuntimeException e) {
                connected.failed(e);
            }
        });
        return tunnel;
    }

    /** The connection to the proxy, which becomes a tunnel. */
    private final class Connected implements FutureCallback<IOSession> {
        private final InetSocketAddress endpoint;
        private final Timeout timeout;
        private final ComplexFuture<IOSession> tunnel;

        Connected(InetSocketAddress endpoint, Timeout timeout, ComplexFuture<IOSession> tunnel) {
            this.endpoint = endpoint;
            this.timeout = timeout;
            this.tunnel = tunnel;
        }

        @Override
        public void completed(IOSession session) {
            // Shorter than the whole connect, so that what is told names the proxy.
            session.setSocketTimeout(Timeout.ofMilliseconds(Math.max(1, timeout.toMilliseconds() * 3 / 4)));
            session.upgrade(new Handshake(endpoint, session, tunnel));
        }

        @Override
        public void failed(Exception failure) {
            tunnel.failed(ProxyException.away(proxy, "cannot be reached", failure));
        }

        @Override
        public void cancelled() {
            tunnel.cancel(true);
        }
    }

    /** Asks for the tunnel, and gives the session back to its own handler. */
    private final class Handshake implements IOEventHandler {
        /** What TLS can be started on, unlike the session that a handler gets. */
        private final IOSession channel;

        private final IOEventHandler client;
        private final ComplexFuture<IOSession> tunnel;
        private final ByteBuffer request;
        private final ConnectAnswer answer = new ConnectAnswer(proxy);
        private final ByteBuffer received = ByteBuffer.allocate(1024);

        Handshake(InetSocketAddress endpoint, IOSession channel, ComplexFuture<IOSession> tunnel) {
            this.channel = channel;
            client = channel.getHandler();
            this.tunnel = tunnel;
            request = ByteBuffer.wrap(proxy.connect(endpoint));
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
            if (!answer.complete(received.flip())) {
                return;
            }
            session.upgrade(client);
            client.connected(session);
            if (!tunnel.completed(channel)) { // given up meanwhile
                session.close(CloseMode.IMMEDIATE);
            }
        }

        @Override
        public void timeout(IOSession session, Timeout silence) {
            exception(session, ProxyException.refused(proxy, "did not answer CONNECT in time"));
        }

        @Override
        public void exception(IOSession session, Exception failure) {
            tunnel.failed(
                    failure instanceof ProxyException
                            ? failure
                            : ProxyException.away(proxy, "broke the connection before it answered CONNECT", failure));
            session.close(CloseMode.IMMEDIATE);
        }

        @Override
        public void disconnected(IOSession session) {
            tunnel.failed(ProxyException.away(proxy, "closed the connection before it answered CONNECT", null));
        }
    }
}
