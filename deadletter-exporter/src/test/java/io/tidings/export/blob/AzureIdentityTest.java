package io.tidings.export.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.export.blob.BlobStore.Result;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.WebhookServer;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Without a key, the storage library signs in with the workload identity that Kubernetes names in the environment. The
 * environment of a process cannot be changed from within, so the store is in a process of its own.
 */
class AzureIdentityTest {
    private static final String ASSERTION = "header.payload.signature";

    @TempDir
    private Path folder;

    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();

    @Test
    void lettersAreWrittenWithATokenForTheWorkloadIdentity() throws Exception {
        try (var azure = WebhookServer.start(0, null, request -> response(request, 200))) {
            assertThat(written(azure)).isEqualTo(new Result.Written().toString());

            var signIn = requests.getFirst();
            assertThat(signIn.path()).isEqualTo("/tenant-1/oauth2/v2.0/token");
            assertThat(URLDecoder.decode(signIn.text(), UTF_8))
                    .contains(
                            "client_id=client-1",
                            "client_assertion=" + ASSERTION,
                            "scope=https://storage.azure.com/.default");
            var blob = requests.getLast();
            assertThat(blob.path()).isEqualTo("/dead/a.json");
            assertThat(blob.header("authorization")).containsExactly("Bearer TOKEN-1");
        }
    }

    /** A sign-in that fails may succeed later, so letters wait for it as for a storage that is away (B-DLQ-5). */
    @Test
    void lettersWaitWhileTheSignInIsRefused() throws Exception {
        try (var azure = WebhookServer.start(0, null, request -> response(request, 401))) {
            assertThat(written(azure))
                    .startsWith("Unavailable")
                    .contains("workload identity")
                    .doesNotContain(ASSERTION);
        }
    }

    private ScriptedResponse response(ReceivedRequest request, int ofSignIn) {
        requests.add(request);
        return request.path().endsWith("/token")
                ? new ScriptedResponse.Status(
                        ofSignIn,
                        Map.of("content-type", "application/json"),
                        "{\"token_type\":\"Bearer\",\"expires_in\":3599,\"access_token\":\"TOKEN-1\"}")
                : new ScriptedResponse.Status(201, Map.of(), "");
    }

    private String written(WebhookServer azure) throws Exception {
        var assertion = Files.writeString(folder.resolve("token"), ASSERTION);
        var output = folder.resolve("output");
        var store = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Keyless.class.getName(),
                azure.uri("").toString());
        store.environment()
                .putAll(Map.of(
                        "AZURE_TENANT_ID",
                        "tenant-1",
                        "AZURE_CLIENT_ID",
                        "client-1",
                        "AZURE_FEDERATED_TOKEN_FILE",
                        assertion.toString(),
                        "AZURE_AUTHORITY_HOST",
                        azure.uri("/").toString()));
        store.redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();
        return Files.readAllLines(output).getLast();
    }

    /** Writes one blob without a key, and prints the result. */
    static final class Keyless {
        private Keyless() {}

        public static void main(String[] arguments) {
            var store = new CloudBlobStore(
                    StorageUri.parse("azblob://?account_name=one&endpoint=" + arguments[0]), Duration.ofSeconds(30));
            System.out.println(store.write("dead", "a.json", new byte[10]));
            store.close();
        }
    }
}
