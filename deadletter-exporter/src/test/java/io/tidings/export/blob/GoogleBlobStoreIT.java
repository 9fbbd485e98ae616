package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * B-DLQ-4 and B-DLQ-5 with buckets of Google Cloud Storage: against its upload protocol as documented, implemented by a
 * script, for there is no server of it to be had without Docker.
 */
class GoogleBlobStoreIT implements BlobStoreContract {
    private static final Pattern UPLOAD = Pattern.compile("/upload/storage/v1/b/([^/]+)/o");
    private static final String MISSING = """
        {"error":{"code":404,"message":"The specified bucket does not exist.","errors":[
        {"message":"The specified bucket does not exist.","domain":"global","reason":"notFound"}]}}\
        """;

    private static final Map<String, byte[]> OBJECTS = new ConcurrentHashMap<>();
    private static HttpServer server;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", GoogleBlobStoreIT::answer);
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @Override
    public BlobStore store() {
        return open(server.getAddress().getPort());
    }

    @Override
    public BlobStore storeThatIsAway() {
        return open(1);
    }

    @Override
    public byte[] read(String name) {
        return OBJECTS.get(name);
    }

    private static BlobStore open(int port) {
        var uri = "gs://?endpoint=http://127.0.0.1:" + port
                + "&allow_anonymous=true&disable_config_load=true&disable_vm_metadata=true";
        return BlobStores.of(Map.of(), uri, false, Duration.ofSeconds(90))
                .of("any")
                .orElseThrow();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            var upload = UPLOAD.matcher(exchange.getRequestURI().getPath());
            boolean found = upload.matches() && upload.group(1).equals(CONTAINER);
            if (found) {
                OBJECTS.put(name(exchange.getRequestURI().getQuery()), lastPart(body));
            }
            var answer = (found ? "{\"size\":\"0\",\"etag\":\"1\",\"updated\":\"2026-11-21T12:00:00Z\"}" : MISSING)
                    .getBytes(UTF_8);
            exchange.getResponseHeaders().add("content-type", "application/json");
            exchange.sendResponseHeaders(found ? 200 : 404, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private static String name(String query) {
        return query.replaceAll(".*[?&]?name=([^&]*).*", "$1");
    }

    /** Of a multipart/related body: behind the headers of the last part, before the last boundary. */
    private static byte[] lastPart(byte[] body) {
        var text = new String(body, ISO_8859_1);
        int end = text.lastIndexOf("\r\n--");
        int begin = text.lastIndexOf("\r\n\r\n", end) + 4;
        return text.substring(begin, end).getBytes(ISO_8859_1);
    }
}
