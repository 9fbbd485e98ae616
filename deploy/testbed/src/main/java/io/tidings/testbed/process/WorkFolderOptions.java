package io.tidings.testbed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The folders of a command: the repository, and one for its results. A mixin of picocli. */
public final class WorkFolderOptions {
    private final String usual;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "folder for report, logs and data (default: a new one below target, named after the time)")
    private @Nullable Path chosen;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    /** @param usual the folder of the repository in which each run gets a folder of its own by default */
    public WorkFolderOptions(String usual) {
        this.usual = usual;
    }

    /** The root of the repository, which the script sets. */
    public Path root() {
        return Path.of(System.getProperty("tidings.root", "."));
    }

    /** The folder of the results, which is created if necessary. */
    public Path folder() throws IOException {
        return Files.createDirectories(chosen != null ? chosen : ofNow());
    }

    private Path ofNow() {
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replaceAll("[-:]", "");
        return root().resolve(usual).resolve(now);
    }
}
