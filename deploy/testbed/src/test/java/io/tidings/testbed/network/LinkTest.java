package io.tidings.testbed.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.testbed.network.LinkCondition.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final int IMPATIENT = 300;
    private static final int PATIENT = 90_000;

    private ServerSocket echo;
    private Link link;

    @BeforeEach
    void open() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
        link = Link.open("test", echo.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        echo.close();
    }

    private void serve() {
        while (!echo.isClosed()) {
            try {
                var socket = echo.accept();
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        socket.getInputStream().transferTo(socket.getOutputStream());
                    } catch (IOException e) {
                        // reset, which is what some of these tests are about
                    }
                });
            } catch (IOException e) {
                return;
            }
        }
    }

    @Test
    void inFairWeatherEveryByteComesBack() throws IOException {
        try (var socket = connect()) {
            assertThat(echoed(socket, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void aCutEndsConnectionsAndLetsNoneBeOpened() throws IOException {
        try (var socket = connect()) {
            assertThat(echoed(socket, "hello")).isEqualTo("hello");

            link.condition(new LinkCondition.Cut());

            assertThatThrownBy(() -> echoed(socket, "again")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> {
                        try (var other = connect()) {
                            echoed(other, "other");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aHalfOpenConnectionStaysSilentAndEndsWhenTheWeatherIsFairAgain() throws IOException {
        try (var socket = connect()) {
            link.condition(new LinkCondition.HalfOpen(Direction.BACK));
            socket.setSoTimeout(IMPATIENT);
            assertThatThrownBy(() -> echoed(socket, "hello")).isInstanceOf(SocketTimeoutException.class);

            link.condition(LinkCondition.FAIR);

            socket.setSoTimeout(PATIENT);
            assertThatThrownBy(() -> echoed(socket, "again"))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aDelayIsWaitedOut() throws IOException {
        link.condition(new LinkCondition.Delayed(Duration.ofMillis(100)));
        try (var socket = connect()) {
            long begun = System.nanoTime();
            assertThat(echoed(socket, "hello")).isEqualTo("hello");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void aResetComesInTheMiddle() throws IOException {
        link.condition(new LinkCondition.Reset(3));
        try (var socket = connect()) {
            assertThatThrownBy(() -> echoed(socket, "hello")).isInstanceOf(IOException.class);
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
        socket.setSoTimeout(PATIENT);
        return socket;
    }

    private static String echoed(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
        var back = socket.getInputStream().readNBytes(text.length());
        if (back.length < text.length()) {
            throw new IOException("ended after " + back.length);
        }
        return new String(back, UTF_8);
    }
}
