package io.tidings.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the scripts for Windows start does here what the scripts for Bash do. */
class LauncherIT {
    @Test
    void theCommandLineRuns() throws Exception {
        assertThat(printed("tidings", "--help")).startsWith("exit 0").contains("Usage: tidings ");
    }

    @Test
    void localModeRuns() throws Exception {
        assertThat(printed("up", "--help")).startsWith("exit 0").contains("Usage: ./deploy/local/up ", "--listen");
        assertThat(printed("up", "--set", "no.such.thing=1"))
                .startsWith("exit 2")
                .contains("no.such.thing: there is no such setting");
    }

    @Test
    void kafkasToolsRunAndAnUnknownOneIsRefusedWithTheirNames() throws Exception {
        assertThat(printed("kafka", "topics", "--version")).startsWith("exit 0").contains("4.");
        assertThat(printed("kafka", "nothing")).startsWith("exit 1").contains("console-consumer");
    }

    @Test
    void theCommandThatAddsPartitionsRuns() throws Exception {
        assertThat(printed("grow", "--help")).startsWith("exit 0").contains("Usage:");
    }

    private static String printed(String... arguments) throws IOException, InterruptedException {
        var root = DeployFolder.ROOT;
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                root.resolve("deploy/windows/Launch.java").toString(),
                root.toString()));
        line.addAll(List.of(arguments));
        var process = new ProcessBuilder(line).redirectErrorStream(true).start();
        try (var output = process.getInputStream()) {
            var printed = new String(output.readAllBytes(), UTF_8);
            return "exit %d%n%s".formatted(process.waitFor(), printed);
        }
    }
}
