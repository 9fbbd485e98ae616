package io.tidings.acceptance.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One connection at a time to a server; a new one where the server has closed the last. */
public final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    private final int port;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    /** An answer. */
    public record RawAnswer(int status, String body) {}

    public RawConnection(int port) {
        this.port = port;
    }

    public RawAnswer send(RawRequest request) throws IOException {
        if (socket == null) {
            open();
        }
        try {
            write(request);
        } catch (IOException e) {
            if (in == null || in.available() == 0) { // refused while it was written, with an answer to read
                throw e;
            }
        }
        return read(request.method().equals("HEAD"));
    }

    private void open() throws IOException {
        var opened = new Socket();
        opened.setSoTimeout(PATIENCE_MILLIS);
        opened.setTcpNoDelay(true);
        opened.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        in = new BufferedInputStream(opened.getInputStream());
        socket = opened;
    }

    private void write(RawRequest request) throws IOException {
        if (socket != null) {
            socket.getOutputStream().write(request.bytes());
        }
    }

    private RawAnswer read(boolean withoutBody) throws IOException {
        var line = line();
        int space = line.indexOf(' ');
        int status = Integer.parseInt(line, space + 1, space + 4, 10);
        int length = 0;
        boolean closes = false;
        boolean chunked = false;
        for (var header = line(); !header.isEmpty(); header = line()) {
            var lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length =
                        Integer.parseInt(lower.substring(lower.indexOf(':') + 1).strip());
            }
            closes |= lower.startsWith("connection:") && lower.contains("close");
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        var body = withoutBody ? "" : chunked ? chunks() : text(length);
        if (closes) {
            giveUp();
        }
        return new RawAnswer(status, body);
    }

    private String chunks() throws IOException {
        var body = new StringBuilder();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.append(text(size));
            line();
        }
        line();
        return body.toString();
    }

    private String text(int length) throws IOException {
        return in == null ? "" : new String(in.readNBytes(length), ISO_8859_1);
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = byteRead(); next != '\n'; next = byteRead()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private int byteRead() throws IOException {
        int read = in == null ? -1 : in.read();
        if (read < 0) {
            throw new IOException("the connection ended without an answer");
        }
        return read;
    }

    @Override
    public void close() {
        giveUp();
    }

    /** The next request gets a connection of its own. */
    public void giveUp() {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        socket = null;
        in = null;
    }
}
