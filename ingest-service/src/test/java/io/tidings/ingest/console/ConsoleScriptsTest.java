package io.tidings.ingest.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The decisions of the console that need no browser: Node.js runs each {@code .test.js}. */
class ConsoleScriptsTest {
    private static final Path PACKAGE = Path.of("io", "tidings", "ingest", "console");
    private static final Path FILES = Path.of("src", "main", "resources").resolve(PACKAGE);
    private static final Path TESTS = Path.of("src", "test", "resources").resolve(PACKAGE);
    private static final int SECONDS = 60;

    @TempDir
    private Path folder;

    @BeforeAll
    static void requireNode() throws InterruptedException {
        try {
            new ProcessBuilder("node", "--version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            abort("there is no Node.js to run the scripts of the console: " + e.getMessage());
        }
    }

    @Test
    void theScriptsPassTheirTests() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        copyScripts(FILES);
        var tests = copyScripts(TESTS);
        var printed = folder.resolve("printed.txt");
        var command = new ArrayList<>(List.of("node", "--test")); // without names it takes test-event.js for a test
        command.addAll(tests);
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().put("TZ", "UTC");
        var node = builder.start();
        boolean ended = node.waitFor(SECONDS, TimeUnit.SECONDS);
        node.destroyForcibly();
        assertThat(ended && node.exitValue() == 0)
                .as(Files.readString(printed, UTF_8))
                .isTrue();
    }

    private List<String> copyScripts(Path from) throws IOException {
        try (var paths = Files.walk(from)) {
            var scripts = paths.filter(path -> path.toString().endsWith(".js"))
                    .map(from::relativize)
                    .toList();
            for (var script : scripts) {
                var copy = folder.resolve(script);
                Files.createDirectories(copy.resolveSibling(""));
                Files.copy(from.resolve(script), copy);
            }
            return scripts.stream().map(Path::toString).toList();
        }
    }
}
