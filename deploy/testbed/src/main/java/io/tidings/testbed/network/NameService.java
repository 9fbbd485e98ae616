package io.tidings.testbed.network;

import io.tidings.testbed.process.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lookups of names by a hosts file, which a JVM uses if {@link #asking} is among its options. Lookups hang while the
 * file is
 * a named pipe without a writer.
 */
public final class NameService {
    private final Path file;
    private final String hosts;

    private NameService(Path file, String hosts) {
        this.file = file;
        this.hosts = hosts;
    }

    /** The names are those of this machine. */
    public static NameService of(Path folder, Collection<String> names) {
        var hosts = names.stream().collect(Collectors.joining("\n127.0.0.1 ", "127.0.0.1 localhost\n127.0.0.1 ", "\n"));
        var service = new NameService(folder.resolve("hosts"), hosts);
        service.answer();
        return service;
    }

    /** Options of a JVM that uses this service. */
    public List<String> asking() {
        return List.of("-Djdk.net.hosts.file=" + file);
    }

    /** True if the machine has named pipes. */
    public boolean mayHang() {
        var pipe = file.resolveSibling("hosts.try");
        try {
            Files.deleteIfExists(pipe);
            Tool.run("mkfifo", pipe.toString());
            Files.deleteIfExists(pipe);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Lets lookups hang from now on. */
    public void hang() {
        var pipe = file.resolveSibling("hosts.pipe");
        try {
            Files.deleteIfExists(pipe);
            Tool.run("mkfifo", pipe.toString());
            Files.move(pipe, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot replace " + file, e);
        }
    }

    /** Ends the lookups that hang, some of them without an address, and lets later ones succeed. */
    public void heal() {
        var pipe = file.resolveSibling("hosts.gone");
        try {
            Files.move(file, pipe, StandardCopyOption.ATOMIC_MOVE);
            answer();
            release(pipe);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot replace " + file, e);
        }
    }

    private void answer() {
        var next = file.resolveSibling("hosts.next");
        try {
            Files.writeString(next, hosts);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Opens the pipe for reading and writing, which does not block and releases the waiting readers. */
    private static void release(Path pipe) throws IOException {
        try (var both = new RandomAccessFile(pipe.toFile(), "rw")) {
            both.writeBytes("\n");
        }
    }
}
