package io.tidings.ingest.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import io.tidings.testbed.HostileInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any bytes in place of a request have a documented response, or the connection ends. */
@SuppressWarnings("StringConcatToTextBlock") // lines of HTTP end in CR and LF
class HostileHeadsIT {
    private static final int PATIENCE_MILLIS = 120_000;
    private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.[01] (\\d+)");
    private static final String[] REQUESTS = {
        "POST /topics/orders/api/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "aeg-sas-key: a2V5\r\nContent-Length: 4\r\n\r\n[{}]",
        "POST /topics/orders/api/events HTTP/1.1\r\nHost: orders.example:80\r\nTransfer-Encoding: chunked\r\n"
                + "Content-Encoding: gzip\r\n\r\n2\r\n[{\r\n2;a=b\r\n}]\r\n0\r\nX: y\r\n\r\n",
        "POST http://localhost/topics/orders/api/events?api-version=2018-01-01 HTTP/1.1\r\n"
                + "Host: localhost\r\n"
                + "Authorization: SharedAccessSignature r=x&e=1&s=abc\r\n"
                + "Expect: 100-continue\r\n"
                + "Content-Length: 2\r\n\r\n"
                + "[]",
        "GET /topics?$top=1&$filter=contains(name,%27o%27) HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer wrong\r\nIf-None-Match: \"x\", *\r\nAccept: */*;q=0.1\r\nCookie: a=b\r\n\r\n",
        "OPTIONS /api/events HTTP/1.1\r\nHost: orders\r\nWebHook-Request-Origin: eventgrid.azure.net\r\n\r\n",
        "GET /validate?id=1&code=2 HTTP/1.0\r\n"
                + "Connection: keep-alive\r\n\r\n"
                + "GET /openapi.json HTTP/1.1\r\n"
                + "Host: a\r\n\r\n",
        "GET /console/ HTTP/1.1\r\n"
                + "Host: localhost\r\n"
                + "Upgrade: h2c, websocket\r\n"
                + "Connection: Upgrade, HTTP2-Settings\r\n"
                + "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0012\u0004\u0000\u0000\u0000\u0000\u0000"
    };

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(new Topics("hostile-heads."), Map.of("http.wrong.key.delay", "0s"));
    }

    @AfterAll
    static void stop() {
        assertThat(ingest.manage("GET", "/topics/orders", "").statusCode()).isEqualTo(200);
        ingest.close();
    }

    @Test
    void aSpoiledRequestHasADocumentedResponseOrNone() {
        HostileInput.few(200, HostileHeadsIT::send);
    }

    @Tag("long")
    @Test
    void eachOfManySpoiledRequestsHasADocumentedResponseOrNone() {
        HostileInput.many(Duration.ofSeconds(15), HostileHeadsIT::send);
    }

    /** Helidon responded with 500 and wrote a stack trace to the log. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /topics HTTP/1.1\r\nHost: a",
                "GET /topics HTTP/1.1\r\n",
                "GET /topics",
                "POST /topics/orders/api/events HTTP/1.1\r\nHost: a\r\naeg-sas-key: KEY\r\nContent-Length: 9\r\n\r\n[",
                "POST /topics/orders/api/events HTTP/1.1\r\n"
                        + "Host: a\r\n"
                        + "aeg-sas-key: KEY\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "5"
            })
    void aRequestThatIsCutOffHasNoResponse(String request) throws IOException {
        assertThat(response(request.replace("KEY", ingest.key("orders", 1)).getBytes(ISO_8859_1)))
                .isEmpty();
    }

    /** These, too. */
    @ParameterizedTest
    @ValueSource(strings = {"G{}T /topics HTTP/1.1", "[] HTTP/1.1 HTTP/1.1", "{\"a\" /topics HTTP/1.1"})
    void aFirstLineThatIsNoHttpGets400(String line) throws IOException {
        assertThat(response((line + "\r\nHost: a\r\n\r\n").getBytes(ISO_8859_1)))
                .startsWith("HTTP/1.1 400 ")
                .contains("this is not a valid HTTP request");
    }

    private static void send(HostileInput input) throws IOException {
        var request = input.like(REQUESTS);
        var response = response(request);
        assertThat(STATUS.matcher(response).results().map(found -> found.group(1)))
                .as("%s %s", new String(request, ISO_8859_1), response)
                .isSubsetOf("100", "101", "200", "204", "400", "401", "403", "404", "405", "413", "414", "415", "505");
    }

    private static String response(byte[] request) throws IOException {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), ingest.uri("/").getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
                return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            } catch (SocketException e) {
                return ""; // closed while more was sent
            }
        }
    }
}
