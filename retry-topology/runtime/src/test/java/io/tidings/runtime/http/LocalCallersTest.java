package io.tidings.runtime.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidings.runtime.AdminServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ACCESS-4: what listens on a loopback address responds to no web page. */
class LocalCallersTest {
    @ParameterizedTest(name = "{0} from {1}: {2}")
    @CsvSource({
        "localhost:9191, , true",
        "LOCALHOST, , true",
        "127.0.0.1:9191, , true",
        "[::1]:9191, , true",
        "orders.localhost:8080, , true",
        ", , true",
        "evil.example:9191, , false",
        "localhost.evil.example, , false",
        "127.0.0.1.evil.example, , false",
        "192.0.2.1, , false",
        "a b, , false",
        "localhost, http://localhost:8080, true",
        "localhost, https://evil.example, false",
        "localhost, null, false",
        "evil.example, http://evil.example, false"
    })
    void aCallerUsesANameOfThisMachineAndIsNoPageOfAnother(
            @Nullable String authority, @Nullable String origin, boolean allowed) {
        assertThat(LocalCallers.allows(authority, origin)).isEqualTo(allowed);
    }

    /** A page whose name resolves to a loopback address by then has read the metrics. */
    @Test
    void metricsOnALoopbackAddressAreNotShownToAReboundName() throws IOException {
        var metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (var admin = AdminServer.start("127.0.0.1", 0, Duration.ofMinutes(3), metrics)) {
            assertThat(firstLine(admin.port(), "Host: evil.example")).contains(" 403 ");
            assertThat(firstLine(admin.port(), "Host: localhost\r\nOrigin: https://evil.example"))
                    .contains(" 403 ");
            assertThat(firstLine(admin.port(), "Host: localhost:" + admin.port()))
                    .contains(" 200 ");
        }
        try (var open = AdminServer.start("0.0.0.0", 0, Duration.ofMinutes(3), metrics)) {
            assertThat(firstLine(open.port(), "Host: topology-0"))
                    .as("others reach it by its names")
                    .contains(" 200 ");
        }
    }

    private static String firstLine(int port, String headers) throws IOException {
        try (var client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            client.getOutputStream()
                    .write(("GET /metrics HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
            var response = new String(client.getInputStream().readAllBytes(), UTF_8);
            return response.substring(0, response.indexOf('\r'));
        }
    }
}
