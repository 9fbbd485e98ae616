package io.tidings.local.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A program in a process of its own, which can be killed for good. */
final class ProgramProcess implements AutoCloseable {
    private final Process process;

    private ProgramProcess(Process process) {
        this.process = process;
    }

    static ProgramProcess start(Class<?> main, Map<String, String> settings, Path folder) throws IOException {
        Files.createDirectories(folder);
        var file = Files.createTempFile(folder, "service", ".properties");
        Files.writeString(
                file,
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining("\n")),
                UTF_8);
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(main.getSimpleName() + ".log").toFile()))
                .start();
        return new ProgramProcess(process);
    }

    boolean alive() {
        return process.isAlive();
    }

    /** kill -9: nothing is closed, nothing is told. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** SIGSTOP: it is there, and does nothing. */
    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** SIGCONT. */
    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill " + name + " " + process.pid() + " failed");
        }
    }

    /** SIGTERM. */
    int stop(Duration within) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("still running " + within + " after it was asked to stop");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join(); // it writes to a folder that is deleted next
    }
}
