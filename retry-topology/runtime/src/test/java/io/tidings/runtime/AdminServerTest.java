package io.tidings.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The admin port, in a process of its own: what it bears is set once for a JVM. */
@Execution(ExecutionMode.CONCURRENT) // waits most of the time
class AdminServerTest {
    @Test
    void aClientThatNeverEndsItsRequestIsCut() throws IOException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Bare.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
                var client = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(out.readLine()))) {
            client.getOutputStream().write("GET /health/live HTTP/1.1\r\nHost: h\r\nX-Slow: ".getBytes(UTF_8));
            client.setSoTimeout((int) Duration.ofSeconds(90).toMillis());
            assertThat(ends(client)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean ends(Socket client) throws IOException {
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // reset
        }
    }

    /** Prints its port and waits. */
    static final class Bare {
        private Bare() {}

        public static void main(String[] args) {
            var metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            System.out.println(AdminServer.start("127.0.0.1", 0, Duration.ofMinutes(3), metrics)
                    .port());
        }
    }
}
