package io.tidings.acceptance.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.installation.ShellScript;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code deploy/images/renew}, run on copies of the files that name images, with a registry that wants a token. */
class ImageDigestsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String FIRST = "sha256:" + "a1".repeat(32);
    private static final String SECOND = "sha256:" + "b2".repeat(32);

    @TempDir
    private Path folder;

    private HttpServer registry;
    private volatile String digest = FIRST;

    @BeforeEach
    void start() throws IOException {
        for (var file : List.of(
                "pom.xml",
                "deploy/compose/compose.yaml",
                "deploy/images/renew",
                "deploy/local/lib.sh",
                "deploy/dist/java.sh")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.copy(DeployFolder.ROOT.resolve(file), folder.resolve(file));
        }
        registry = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext("/token", exchange -> answer(exchange, 200, "{\"token\":\"t\"}"));
        registry.createContext("/v2/", this::manifest);
        registry.start();
    }

    @AfterEach
    void stop() {
        registry.stop(0);
    }

    @Test
    void theDigestsOfTheRegistryComeBesideTheTagsOfAllImagesOfOthers() throws Exception {
        assertThat(renewed(url())).isZero();
        assertThat(images()).isNotEmpty().allSatisfy(image -> assertThat(image).endsWith("@" + FIRST));

        digest = SECOND;
        assertThat(renewed(url())).isZero();
        assertThat(images())
                .isNotEmpty()
                .allSatisfy(image -> assertThat(image).endsWith("@" + SECOND).doesNotContain(FIRST));
    }

    @Test
    void nothingIsChangedIfADigestIsNotFound() throws Exception {
        var before = images();
        digest = "";

        assertThat(renewed(url())).isOne();
        assertThat(Files.readString(folder.resolve("printed"))).contains("nothing was changed", "--from URL");
        assertThat(images()).isEqualTo(before);
    }

    private int renewed(String from) throws InterruptedException {
        var script = folder.resolve("deploy/images/renew").toString();
        try (var process = ShellScript.run(folder.resolve("printed"), script, List.of("--from", from))) {
            return process.exit(PATIENCE);
        }
    }

    /** The images of others that the files name. */
    private List<String> images() {
        return List.of("pom.xml", "deploy/compose/compose.yaml").stream()
                .flatMap(file -> DeployFolder.text(folder.resolve(file)).lines())
                .map(String::strip)
                .filter(line -> line.startsWith("image: ") || line.startsWith("<image.base>"))
                .map(line -> line.replaceFirst("image: |<image.base>", "").replaceFirst("<.*", ""))
                .filter(image -> !image.startsWith("tidings"))
                .toList();
    }

    private String url() {
        return "http://localhost:" + registry.getAddress().getPort();
    }

    private void manifest(HttpExchange exchange) throws IOException {
        if (!"Bearer t".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            var challenge = "Bearer realm=\"%s/token\",service=\"registry\",scope=\"pull\"".formatted(url());
            exchange.getResponseHeaders().add("WWW-Authenticate", challenge);
            answer(exchange, 401, "");
            return;
        }
        if (!digest.isEmpty()) {
            exchange.getResponseHeaders().add("Docker-Content-Digest", digest);
        }
        answer(exchange, digest.isEmpty() ? 404 : 200, "");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(UTF_8);
        if (bytes.length == 0) {
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }
}
