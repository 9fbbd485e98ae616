package io.tidings.worker.it;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.LocalBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The only way from clients to a broker, which can freeze: every byte is kept, in both directions, and no
 * connection ends. To clients the broker looks frozen; to the broker the clients do.
 */
final class BrokerLink implements AutoCloseable {
    private final ServerSocket server;
    private final int brokerPort;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean frozen;

    private BrokerLink(ServerSocket server, int brokerPort) {
        this.server = server;
        this.brokerPort = brokerPort;
    }

    /** Opens the way to a broker that is started later with {@link #settings}. */
    static BrokerLink open() throws IOException {
        var link = new BrokerLink(
                new ServerSocket(FreePort.next(), 100, InetAddress.getByName("localhost")), FreePort.next());
        Thread.ofVirtual().start(link::accept);
        return link;
    }

    /** Of a broker that sends its clients here. */
    LocalBroker.Settings settings(Path folder) {
        return LocalBroker.Settings.in(folder)
                .withPort(brokerPort)
                .with("advertised.listeners", "PLAINTEXT://localhost:" + server.getLocalPort());
    }

    synchronized void freeze() {
        frozen = true;
    }

    synchronized void thaw() {
        frozen = false;
        notifyAll();
    }

    private synchronized void awaitThaw() throws InterruptedException {
        while (frozen) {
            wait();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var near = server.accept();
                sockets.add(near);
                Thread.ofVirtual().start(() -> connect(near));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void connect(Socket near) {
        try {
            awaitThaw();
            var far = new Socket(InetAddress.getByName("localhost"), brokerPort);
            sockets.add(far);
            Thread.ofVirtual().start(() -> pump(near, far));
            Thread.ofVirtual().start(() -> pump(far, near));
        } catch (IOException e) {
            end(near); // the broker is away
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pump(Socket from, Socket to) {
        var buffer = new byte[64 * 1024];
        try {
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                awaitThaw();
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException e) {
            // the other direction ends with it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end(from);
        end(to);
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        thaw();
        sockets.forEach(this::end);
    }
}
