package io.tidings.acceptance.installation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One of the scripts below {@code deploy} as a process, with all it prints in a file. */
public record ShellScript(Process process, Path output) implements AutoCloseable {
    private static final Path DEPLOY = DeployFolder.ROOT.resolve("deploy");
    private static final long SIGINT = 1 << 1;
    /** What the second compiler makes would come too late. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    public static ShellScript run(Path output, String name, List<String> arguments) {
        var command = Stream.concat(Stream.of(DEPLOY.resolve(name).toString()), arguments.stream())
                .toList();
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("JAVA_OPTS", SHORT_LIVED);
            return new ShellScript(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException("starting " + name, e);
        }
    }

    public String printed() {
        try {
            return Files.readString(output, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading what was printed", e);
        }
    }

    public int exit(Duration within) throws InterruptedException {
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still running after " + within + ":\n" + printed());
        }
        return process.exitValue();
    }

    /** As Ctrl-C does; as a supervisor does where this JVM, and so its children, were started deaf to Ctrl-C. */
    public void interrupt() throws IOException, InterruptedException {
        var signal = deafToInterrupts() ? "-TERM" : "-INT";
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    /** A shell starts what runs in its background with SIGINT ignored, and a JVM leaves it so. */
    private static boolean deafToInterrupts() throws IOException {
        var status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT) != 0);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
