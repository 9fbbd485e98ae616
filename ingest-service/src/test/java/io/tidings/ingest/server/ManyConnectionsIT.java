package io.tidings.ingest.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.testbed.network.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-2: clients that keep connections to themselves keep none from the others. Each client has its own address. */
@Timeout(240)
class ManyConnectionsIT {
    private static final int MOST = 20;
    private static final int BEFORE_PRESSURE = 16;
    private static final int SHARE = 2;

    /** More than the buffers of sockets hold. */
    private static final byte[] LARGE = new byte[32 * 1024 * 1024];

    private final List<Socket> open = new ArrayList<>();

    @TempDir
    Path folder;

    private @Nullable IngestServer server;

    private static Response response(Request request) {
        return request.path().equals("/large") ? Response.file("text/plain", LARGE) : Response.empty(200);
    }

    @AfterEach
    void stop() throws IOException {
        for (var socket : open) {
            socket.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest(name = "over TLS {0}")
    @ValueSource(booleans = {false, true})
    void clientsThatDoNotReadTheirResponsesAreCut(boolean tls) throws Exception {
        var certificate = tls ? TestCertificate.make(folder, "EC", "dns:localhost", "ip:127.0.0.1") : null;
        start(Duration.ofMillis(700), certificate);
        for (int address = 2; open.size() < MOST; address++) {
            for (int i = 0; i < SHARE; i++) {
                ask(connection(address, certificate), "/large");
            }
        }
        var next = connection(100, certificate);
        ask(next, "/");
        assertThat(next.getInputStream().read()).isEqualTo('H');
    }

    @Test
    void thereAreNoMoreThanTheLimit() throws Exception {
        start(Duration.ofMinutes(1), null);
        for (int address = 2; open.size() < MOST; address++) {
            served(address);
            served(address);
        }
        var waiting = connection(100, null);
        waiting.setSoTimeout(500);
        ask(waiting, "/");
        assertThat(answer(waiting)).isEqualTo(Answer.NONE);
        open.getFirst().close();
        waiting.setSoTimeout(90_000);
        assertThat(answer(waiting)).isEqualTo(Answer.RESPONSE);
    }

    @Test
    void oneAddressCannotTakeTheLastConnections() throws Exception {
        start(Duration.ofMinutes(1), null);
        for (int i = 0; i < BEFORE_PRESSURE; i++) {
            served(2);
        }
        refused(2);
        served(3);
        served(3);
        refused(3);
        served(4);
        for (int i = 0; i < 4; i++) {
            open.get(i).close();
        }
        await().untilAsserted(() -> served(2));
    }

    private enum Answer {
        RESPONSE,
        NONE,
        CLOSED
    }

    private void served(int address) throws IOException {
        var socket = connection(address, null);
        ask(socket, "/");
        assertThat(answer(socket)).isEqualTo(Answer.RESPONSE);
    }

    private void refused(int address) throws IOException {
        var socket = connection(address, null);
        assertThat(answer(socket)).isEqualTo(Answer.CLOSED);
    }

    private static Answer answer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0 ? Answer.CLOSED : Answer.RESPONSE;
        } catch (SocketTimeoutException _) {
            return Answer.NONE;
        } catch (SocketException _) {
            return Answer.CLOSED;
        }
    }

    private Socket connection(int address, @Nullable TestCertificate certificate) throws IOException {
        var socket = new Socket();
        open.add(socket);
        socket.setReceiveBufferSize(4096);
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) address}), 0));
        int port = certificate == null ? server().httpPort() : server().httpsPort();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(90_000);
        if (certificate == null) {
            return socket;
        }
        SSLSocketFactory secure = certificate.trusting().getSocketFactory();
        return secure.createSocket(socket, "localhost", port, true);
    }

    private static void ask(Socket client, String path) throws IOException {
        client.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").getBytes(UTF_8));
    }

    private IngestServer server() {
        assertThat(server).isNotNull();
        return server;
    }

    private void start(Duration responseTimeout, @Nullable TestCertificate certificate) {
        var limit = Duration.ofMinutes(1);
        server = IngestServer.start(
                new ServerConfig(
                        "127.0.0.1",
                        certificate == null ? 0 : null,
                        certificate == null
                                ? null
                                : new ServerConfig.Https(0, certificate.certificateFile(), certificate.keyFile()),
                        null,
                        MOST,
                        1 << 22,
                        limit,
                        limit,
                        responseTimeout,
                        Duration.ZERO,
                        Duration.ZERO),
                ManyConnectionsIT::response,
                ManyConnectionsIT::response);
    }
}
