package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A server that says what a test tells it, byte for byte, be it HTTP or not. */
final class RawServer implements AutoCloseable {
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final ServerSocket socket;
    private final Talk talk;
    private final AtomicInteger connections = new AtomicInteger();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger brokenOff = new AtomicInteger();
    private final AtomicLong sentBytes = new AtomicLong();

    /** What is said on one connection, which is closed after it. */
    @FunctionalInterface
    interface Talk {
        void on(Connection connection) throws IOException;
    }

    /** @param number from 1 */
    record Connection(int number, Socket socket, RawServer server) {
        /** The head of the next request; its body is read, too. */
        String read() throws IOException {
            var head = readHead();
            var length = LENGTH.matcher(head);
            if (length.find()) {
                socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
            }
            server.requests.add(head);
            return head;
        }

        String readHead() throws IOException {
            var head = new ByteArrayOutputStream();
            for (int tail = 0; tail != 0x0d0a0d0a; ) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    throw new IOException("the client has closed the connection");
                }
                head.write(next);
                tail = tail << 8 | next;
            }
            return head.toString(ISO_8859_1);
        }

        void say(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
            server.sentBytes.addAndGet(text.length());
        }

        void answer(String text) throws IOException {
            read();
            say(text);
        }

        /** Says nothing more until the client closes the connection. */
        void hang() throws IOException {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }

        /** Closes in a way that the client's next write or read fails. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    RawServer(Talk talk) throws IOException {
        this("localhost", 0, talk);
    }

    RawServer(String host, int port, Talk talk) throws IOException {
        this(new ServerSocket(port, 50, InetAddress.getByName(host)), talk);
    }

    /** A server that speaks TLS. */
    RawServer(SSLContext tls, Talk talk) throws IOException {
        this(tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getByName("localhost")), talk);
    }

    private RawServer(ServerSocket socket, Talk talk) {
        this.socket = socket;
        this.talk = talk;
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return (socket instanceof SSLServerSocket ? "https" : "http") + "://localhost:" + port() + "/hook";
    }

    int port() {
        return socket.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Returns the number of connections that the client, or the end of the test, closed before all was sent. */
    int brokenOff() {
        return brokenOff.get();
    }

    long sentBytes() {
        return sentBytes.get();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                var connection = socket.accept();
                open.add(connection);
                int number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(new Connection(number, connection, this)));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Connection connection) {
        try (var _ = connection.socket()) {
            talk.on(connection);
        } catch (IOException e) {
            brokenOff.incrementAndGet();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (var connection : open) {
            connection.close();
        }
    }
}
