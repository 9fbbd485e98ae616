package io.tidings.acceptance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder as it is shipped learns by itself to start sooner. */
class StartScriptIT {
    private static final Path SHIPPED =
            Path.of("../../delivery-worker/target/dist").toAbsolutePath().normalize();
    private static final Path COMMAND_LINE =
            Path.of("../cli/target/dist").toAbsolutePath().normalize();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** The cache is made with what others leave of the processors. */
    private static final Duration LOWEST_PRIORITY = Duration.ofMinutes(10);

    private static final int WRONG_SETTINGS = 2;

    @TempDir
    Path folder;

    private Path home;
    private int runs;

    @BeforeEach
    void unpack() throws IOException {
        unpack(SHIPPED, "start", "java.sh", "learn.sh", "jvm.options");
    }

    private void unpack(Path shipped, String... files) throws IOException {
        home = Files.createTempDirectory(folder, "unpacked");
        for (var file : files) {
            Files.copy(shipped.resolve(file), home.resolve(file));
        }
        Files.createSymbolicLink(home.resolve("lib"), shipped.resolve("lib"));
    }

    @Test
    void theThirdStartUsesWhatTheFirstHasSeen() throws IOException {
        run(Map.of());
        assertThat(learned()).singleElement().asString().endsWith(".seen");

        run(Map.of());
        awaitCache();

        assertThat(run(Map.of("JAVA_TOOL_OPTIONS", "-Xlog:aot"))).contains("Opened AOT cache");
    }

    @Test
    void theFirstCommandHasACacheMadeForThoseThatFollow() throws IOException {
        unpack(COMMAND_LINE, "tidings", "java.sh", "learn.sh");
        assertThat(run("tidings", Map.of())).contains("Missing required subcommand");
        awaitCache();

        assertThat(run("tidings", Map.of("JAVA_TOOL_OPTIONS", "-Xlog:aot"))).contains("Opened AOT cache");
    }

    @Test
    void whatWasLearnedWithOtherOptionsIsForgotten() throws IOException {
        run(Map.of());
        var former = learned();

        run(Map.of("JAVA_OPTS", "-Xmx128m"));

        assertThat(learned()).hasSize(1).doesNotContainAnyElementsOf(former);
    }

    @Test
    void nothingIsLearnedAgainstTheWill() throws IOException {
        run(Map.of("TIDINGS_LEARN", "false"));

        assertThat(learned()).isEmpty();
    }

    /** Returns the log of a run without the file of settings, which ends at once. */
    private String run(Map<String, String> environment) throws IOException {
        return run("start", environment);
    }

    /** The same of a script that finds nothing to do. */
    private String run(String script, Map<String, String> environment) throws IOException {
        var name = "run" + ++runs;
        var variables = new HashMap<>(environment);
        variables.put("JAVA_HOME", System.getProperty("java.home"));
        var command = new Command(name, List.of(home.resolve(script).toString()), variables, folder);
        try (var process = ChildProcess.start(command, folder)) {
            var status = process.exitWithin(PATIENCE);
            var log = Files.readString(folder.resolve(name + ".log"));
            assertThat(status).as(log).hasValue(WRONG_SETTINGS);
            return log;
        }
    }

    private void awaitCache() {
        await().atMost(LOWEST_PRIORITY)
                .untilAsserted(
                        () -> assertThat(learned()).singleElement().asString().endsWith(".cache"));
    }

    private List<Path> learned() throws IOException {
        try (var files = Files.newDirectoryStream(home, "aot-*")) {
            var found = new ArrayList<Path>();
            files.forEach(found::add);
            return found;
        }
    }
}
