package io.tidings.acceptance.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.testbed.broker.LocalBroker;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that docs/operating.md calls the least that each program needs: each becomes ready with them. */
class MinimalSettingsIT {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```properties\\n# ([a-z-]+):.*?\\n(.*?)^```$");

    @TempDir
    private Path folder;

    @Test
    void eachProgramBecomesReadyWithTheSettingsOfThePage() throws Exception {
        var documented = documented();
        assertThat(documented.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        LocalProgram.all().stream().map(LocalProgram::name).toList());
        var started = new ArrayDeque<Program>();
        try (var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            try {
                for (var service : LocalProgram.all()) {
                    var metrics = new SimpleMeterRegistry();
                    var settings = here(documented.get(service.name()), broker.bootstrapServers());
                    started.push(service.starter()
                            .start(Settings.of(service.definitions(), service.prefixes(), settings), metrics));
                }
                await().atMost(LocalTestCluster.PATIENCE)
                        .until(() -> started.stream().allMatch(Program::ready));
            } finally {
                started.forEach(Program::close);
            }
        }
    }

    /** On the ports and in the folder of this test, and with two secrets. */
    private Map<String, String> here(Map<String, String> settings, String bootstrap) {
        assertThat(settings).containsEntry("bootstrap.servers", "localhost:9092");
        var here = new TreeMap<>(settings);
        here.put("bootstrap.servers", bootstrap);
        here.put("admin.port", "0");
        here.computeIfPresent("admin.token", (key, value) -> "a-token-of-this-test");
        here.computeIfPresent("secrets.key", (key, value) -> "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        here.computeIfPresent(
                "deadletter.storage",
                (key, value) -> folder.resolve("letters").toUri().toString());
        if (settings.containsKey("admin.token")) {
            here.put("http.port", "0");
        }
        return here;
    }

    private static Map<String, Map<String, String>> documented() throws IOException {
        var page = Files.readString(Path.of("..", "..", "docs", "operating.md"), UTF_8);
        return BLOCK.matcher(page)
                .results()
                .collect(toMap(block -> block.group(1), block -> properties(block.group(2))));
    }

    private static Map<String, String> properties(String text) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException("reading a block of the page", e);
        }
        return properties.stringPropertyNames().stream().collect(toMap(name -> name, properties::getProperty));
    }
}
