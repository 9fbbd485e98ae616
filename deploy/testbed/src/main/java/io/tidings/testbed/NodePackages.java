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
import org.jspecify.annotations.Nullable;

/**
 * Packages of npm with their dependencies, and scripts that use them.
 *
 * <p>npm installs them once into the user's cache. Tests ask {@link #missing()} first, and are skipped with its text
 * where there is no Node or no registry.
 */
public final class NodePackages {
    private static final int INSTALL_SECONDS = 150;
    private static final int RUN_SECONDS = 120;

    private final List<String> packages;
    private final Path folder;
    private @Nullable String missing;
    private boolean present;

    /**
     * @param name of their folder in the cache
     * @param packages with versions, such as {@code cloudevents@10.0.0}
     */
    public NodePackages(String name, String... packages) {
        this.packages = List.of(packages);
        this.folder = Path.of(System.getProperty("user.home"), ".cache", "tidings")
                .resolve(name + "-" + String.join("-", packages).replace('/', '+'));
    }

    /** Why the packages cannot be used; empty when they can. The first call installs them. */
    public synchronized Optional<String> missing() {
        if (!present && missing == null) {
            try {
                installIfNeeded();
                present = true;
            } catch (IOException e) {
                missing = packages + " cannot be used: " + e.getMessage()
                        + "; install Node.js with npm, and let it reach its registry once";
            }
        }
        return Optional.ofNullable(missing);
    }

    public Path modules() {
        return folder.resolve("node_modules");
    }

    /**
     * Returns what a script prints.
     *
     * @throws IOException with the script's error output, when it fails
     */
    public String run(Path script, Map<String, String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("node", script.toString()));
        command.addAll(List.of(arguments));
        var complaints = Files.createTempFile("node", ".err");
        var node = new ProcessBuilder(command).redirectError(complaints.toFile());
        node.environment().put("NODE_PATH", modules().toString());
        node.environment().putAll(environment);
        try {
            var process = node.start();
            process.getOutputStream().close();
            var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
            end(process, script.getFileName().toString(), RUN_SECONDS, complaints);
            return printed;
        } finally {
            Files.delete(complaints);
        }
    }

    /** Locks the folder, because several builds may run; a mark tells a complete installation. */
    private void installIfNeeded() throws IOException {
        var mark = folder.resolve("installed");
        Files.createDirectories(folder);
        try (var lock = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = lock.lock()) {
            if (!Files.exists(mark)) {
                install();
                Files.createFile(mark);
            }
        }
    }

    private void install() throws IOException {
        var command = new ArrayList<>(List.of(
                "npm",
                "install",
                "--prefix",
                folder.toString(),
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
                "--fetch-retries=1",
                "--fetch-timeout=20000"));
        command.addAll(packages);
        var log = folder.resolve("npm.log");
        var npm = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        end(npm, "npm", INSTALL_SECONDS, log);
    }

    private static void end(Process process, String name, int seconds, Path log) throws IOException {
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
