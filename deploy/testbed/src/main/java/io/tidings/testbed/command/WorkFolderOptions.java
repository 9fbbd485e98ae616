package io.tidings.testbed.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command works: in the repository, and for what it leaves in a folder that may be chosen. A mixin. */
public final class WorkFolderOptions {
    private final String usual;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "for report, logs and data (a new one below target, named after the time)")
    private @Nullable Path chosen;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    /** @param usual folder in the repository, in which each run gets one of its own */
    public WorkFolderOptions(String usual) {
        this.usual = usual;
    }

    /** Of the repository; the script says where. */
    public Path root() {
        return Path.of(System.getProperty("tidings.root", "."));
    }

    /** Creates it, if it is not there. */
    public Path folder() throws IOException {
        return Files.createDirectories(chosen != null ? chosen : ofNow());
    }

    private Path ofNow() {
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replaceAll("[-:]", "");
        return root().resolve(usual).resolve(now);
    }
}
