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

/** An HTTP proxy on loopback that knows CONNECT alone. */
public final class ConnectProxy implements AutoCloseable {
    private final ServerSocket server;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
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

    /** What it answers from now on; 200 connects. */
    public void answer(int next) {
        status = next;
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
            if (status != 200) {
                say(near, "HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            try (var far = new Socket(to.substring(0, colon), Integer.parseInt(to.substring(colon + 1)))) {
                open.add(far);
                say(near, "HTTP/1.1 200 Connection established\r\n\r\n");
                var back = Thread.ofVirtual().name("back").start(() -> copy(far, near));
                copy(near, far);
                back.join();
            }
        } catch (IOException _) {
            // one of both went away
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
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

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
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
