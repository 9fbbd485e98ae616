package io.tidings.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Packages of a registry in a folder of the user's cache, where they are installed once. */
final class PackageCache {
    private static final int INSTALL_SECONDS = 150;
    private static final int RUN_SECONDS = 300;

    private final List<String> packages;
    private final Path folder;
    private final Function<Path, List<String>> installer;
    private final String remedy;
    private @Nullable String missing;
    private boolean present;

    /**
     * @param name of their folder
     * @param packages with versions
     * @param installer returns the command that installs them, but for their names
     * @param remedy what to do where they cannot be installed
     */
    PackageCache(String name, List<String> packages, Function<Path, List<String>> installer, String remedy) {
        this.packages = List.copyOf(packages);
        this.folder = Path.of(System.getProperty("user.home"), ".cache", "tidings")
                .resolve(name + "-" + String.join("-", packages).replace('/', '+'));
        this.installer = installer;
        this.remedy = remedy;
    }

    Path folder() {
        return folder;
    }

    /** Returns why the packages cannot be used; empty if they can. The first call installs them. */
    synchronized Optional<String> missing() {
        if (!present && missing == null) {
            try {
                installIfNeeded();
                present = true;
            } catch (IOException e) {
                missing = packages + " cannot be used: " + e.getMessage() + "; " + remedy;
            }
        }
        return Optional.ofNullable(missing);
    }

    /** Locks the folder, because several builds may run; a mark tells a complete installation. */
    private void installIfNeeded() throws IOException {
        var mark = folder.resolve("installed");
        Files.createDirectories(folder);
        try (var lock = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = lock.lock()) {
            if (!Files.exists(mark)) {
                clear();
                install();
                Files.createFile(mark);
            }
        }
    }

    /** An installation that was killed leaves packages in part, which the next one would take for whole. */
    private void clear() throws IOException {
        try (var entries = Files.newDirectoryStream(folder, entry -> !entry.endsWith("lock"))) {
            entries.forEach(Folders::delete);
        }
    }

    private void install() throws IOException {
        var command = new ArrayList<>(installer.apply(folder));
        command.addAll(packages);
        var log = folder.resolve("install.log");
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        end(process, command.getFirst(), INSTALL_SECONDS, log);
    }

    /**
     * Returns what a script prints.
     *
     * @throws IOException with the script's error output, if it fails
     */
    static String printed(String interpreter, Path script, Map<String, String> environment, String... arguments)
            throws IOException {
        var command = new ArrayList<>(List.of(interpreter, script.toString()));
        command.addAll(List.of(arguments));
        var complaints = Files.createTempFile("script", ".err");
        var run = new ProcessBuilder(command).redirectError(complaints.toFile());
        run.environment().putAll(environment);
        try {
            var process = run.start();
            process.getOutputStream().close();
            var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
            end(process, script.getFileName().toString(), RUN_SECONDS, complaints);
            return printed;
        } finally {
            Files.delete(complaints);
        }
    }

    /** @throws IOException with the log, if the process fails */
    static void end(Process process, String name, int seconds, Path log) throws IOException {
        try {
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            process.destroyForcibly();
            if (!ended) {
                throw new IOException(name + " did not end within " + seconds + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(name + " failed: " + Files.readString(log).strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
