package io.tidings.acceptance.client;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.PythonPackages;
import io.tidings.testbed.client.ClientUse;
import io.tidings.testbed.client.Clients;
import io.tidings.testbed.client.RunsClient;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.webhook.ReceivedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-AUTH-1: the endpoints of the page about signatures, run as they stand there with the libraries of Standard
 * Webhooks. There is no .NET to run the one in C#.
 */
class SigningPageIT {
    private static final String SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final String ID = "webhook-id";
    private static final String TIMESTAMP = "webhook-timestamp";
    private static final String SIGNATURE = "webhook-signature";
    private static final int STALE_SECONDS = 400;
    private static final Pattern CODE = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
    private static final NodePackages NODE = new NodePackages("signing", "standardwebhooks@1.1.1");
    private static final PythonPackages PYTHON = new PythonPackages("signing", "standardwebhooks==1.0.0");

    @TempDir
    static Path folder;

    private static TestTopic signed;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        signed = LocalTestCluster.shared().topic("signed");
        subscribe("captured", signed.url("/captured"), "/");
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        client.close();
    }

    @Test
    @RunsClient(
            value = "com.standardwebhooks:standardwebhooks",
            version = "standardwebhooks.version",
            uses = ClientUse.VERIFY)
    void theEndpointInJavaAcceptsWhatIsSignedAndNothingElse() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var library = Path.of(Webhook.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        verifies("java", "Endpoint.java", List.of(java, "-cp", library), Map.of());
    }

    @Test
    @RunsClient(value = "standardwebhooks (npm)", version = "1.1.1", uses = ClientUse.VERIFY)
    void theEndpointInJavaScriptAcceptsWhatIsSignedAndNothingElse() throws Exception {
        Clients.require(NODE.missing());
        verifies("js", "endpoint.cjs", List.of("node"), NODE.environment());
    }

    @Test
    @RunsClient(value = "standardwebhooks (PyPI)", version = "1.0.0", uses = ClientUse.VERIFY)
    void theEndpointInPythonAcceptsWhatIsSignedAndNothingElse() throws Exception {
        Clients.require(PYTHON.missing());
        verifies("python", "endpoint.py", List.of("python3"), PYTHON.environment());
    }

    private static void verifies(String language, String file, List<String> interpreter, Map<String, String> more)
            throws Exception {
        var script = Files.writeString(folder.resolve(file), code(language));
        var line = new ArrayList<>(interpreter);
        line.add(script.toString());
        int port = FreePort.next();
        var environment = new HashMap<>(more);
        environment.put("SIGNING_SECRET", SECRET);
        environment.put("PORT", Integer.toString(port));
        try (var process = ChildProcess.start(new ChildProcess.Command(language, line, environment, null), folder)) {
            await().atMost(PATIENCE).until(() -> {
                process.requireRunning();
                return listens(port);
            });
            var endpoint = URI.create("http://127.0.0.1:" + port + "/");
            var subscription = "endpoint-in-" + language;
            subscribe(subscription, endpoint.toString(), "/" + language);
            signed.publish(language, "/" + language);
            await().atMost(PATIENCE)
                    .until(() -> signed.status(subscription).path("delivered").asInt() == 1);
            var genuine = captured(language);
            var stale = Instant.now().getEpochSecond() - STALE_SECONDS;
            var id = header(genuine, ID);
            var old = new Webhook(SECRET).sign(id, stale, genuine.text());
            assertThat(status(endpoint, genuine.text(), id, header(genuine, TIMESTAMP), header(genuine, SIGNATURE)))
                    .isEqualTo(204);
            assertThat(status(
                            endpoint, genuine.text() + " ", id, header(genuine, TIMESTAMP), header(genuine, SIGNATURE)))
                    .as("changed on the way")
                    .isEqualTo(401);
            assertThat(status(endpoint, genuine.text(), id, Long.toString(stale), old))
                    .as("signed long ago")
                    .isEqualTo(401);
        }
    }

    private static String code(String language) throws IOException {
        var page = Files.readString(DeployFolder.ROOT.resolve("docs/signing.md"));
        return CODE.matcher(page)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .findFirst()
                .orElseThrow();
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false; // not yet
        }
    }

    private static void subscribe(String name, String endpoint, String subject) {
        signed.put(name, """
            "destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}},
            "filter":{"subjectBeginsWith":"%s"},"tidings":{"signing":{"secret":"%s"}}\
            """.formatted(endpoint, subject, SECRET));
    }

    private static ReceivedRequest captured(String id) {
        return await().atMost(PATIENCE)
                .until(
                        () -> signed.requests("/captured").stream()
                                .filter(request -> request.text().contains("\"" + id + "\""))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static String header(ReceivedRequest request, String name) {
        return request.header(name).getFirst();
    }

    private static int status(URI endpoint, String body, String id, String timestamp, String signature)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(endpoint)
                .version(HttpClient.Version.HTTP_1_1)
                .header(ID, id)
                .header(TIMESTAMP, timestamp)
                .header(SIGNATURE, signature)
                .POST(BodyPublishers.ofString(body, UTF_8));
        return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }
}
