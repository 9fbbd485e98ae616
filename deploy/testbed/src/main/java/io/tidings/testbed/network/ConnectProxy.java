package io.tidings.testbed.network;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP proxy on loopback that knows CONNECT alone. */
public final class ConnectProxy implements AutoCloseable {
    private final ServerSocket server;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger brokenOff = new AtomicInteger();
    private volatile int status = 200;

    private ConnectProxy(ServerSocket server) {
        this.server = server;
    }

    public static ConnectProxy start() throws IOException {
        var server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var proxy = new ConnectProxy(server);
        Thread.ofVirtual().name("proxy").start(proxy::accept);
        return proxy;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** The heads of all requests so far. */
    public List<String> heads() {
        return List.copyOf(heads);
    }

    /** What it answers from now on; 200 connects, and 0 is silence. */
    public void answer(int next) {
        status = next;
    }

    /** The number of clients that left while they waited for an answer. */
    public int brokenOff() {
        return brokenOff.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var near = server.accept();
                open.add(near);
                Thread.ofVirtual().name("proxied").start(() -> serve(near));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void serve(Socket near) {
        try (near) {
            var head = head(near.getInputStream());
            heads.add(head);
            var to = head.split(" ", 3)[1];
            int colon = to.lastIndexOf(':');
            int answer = status;
            if (answer == 200) {
                tunnel(near, to.substring(0, colon), Integer.parseInt(to.substring(colon + 1)));
            } else if (answer == 0) {
                copy(near, OutputStream.nullOutputStream());
                brokenOff.incrementAndGet();
            } else {
                refuse(near, answer);
            }
        } catch (IOException _) {
            // one of both went away
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void tunnel(Socket near, String host, int port) throws IOException, InterruptedException {
        try (var far = new Socket()) {
            open.add(far);
            try {
                far.connect(new InetSocketAddress(host, port));
            } catch (IOException _) {
                refuse(near, 502);
                return;
            }
            say(near, "HTTP/1.1 200 Connection established\r\n\r\n");
            var back = Thread.ofVirtual().name("back").start(() -> pass(far, near));
            pass(near, far);
            back.join();
        }
    }

    private static void refuse(Socket near, int status) throws IOException {
        say(near, "HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n");
    }

    private static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.write(next);
        }
        return head.toString(ISO_8859_1);
    }

    private static void say(Socket to, String text) throws IOException {
        OutputStream out = to.getOutputStream();
        out.write(text.getBytes(ISO_8859_1));
        out.flush();
    }

    private static void pass(Socket from, Socket to) {
        try {
            copy(from, to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            // the other one went away
        }
    }

    /** Ends when the sender is gone. */
    private static void copy(Socket from, OutputStream to) {
        try {
            from.getInputStream().transferTo(to);
        } catch (IOException _) {
            // one of both went away
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var each : open) {
            each.close();
        }
    }
}
