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
 * How a JVM that is told so looks names up: in a file of hosts. A lookup hangs while the file is a named pipe that
 * nobody writes to.
 */
public final class NameService {
    private final Path file;
    private final String hosts;

    private NameService(Path file, String hosts) {
        this.file = file;
        this.hosts = hosts;
    }

    /** All those names are on loopback. */
    public static NameService of(Path folder, Collection<String> names) {
        var hosts = names.stream().collect(Collectors.joining("\n127.0.0.1 ", "127.0.0.1 localhost\n127.0.0.1 ", "\n"));
        var service = new NameService(folder.resolve("hosts"), hosts);
        service.answer();
        return service;
    }

    /** Options of a JVM that asks it. */
    public List<String> asking() {
        return List.of("-Djdk.net.hosts.file=" + file);
    }

    /** Whether there are named pipes here. */
    public boolean mayHang() {
        var pipe = file.resolveSibling("hosts.try");
        try {
            Files.deleteIfExists(pipe);
            Tool.run("mkfifo", pipe.toString());
            Files.deleteIfExists(pipe);
            return true;
        } catch (IOException e) {
            return false; // no such command
        }
    }

    /** From now on lookups do not return. */
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

    /** Lookups return at once, those that hang, too; some of these without an address. */
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

    /** Opening it for both does not wait for a reader, and lets those go that wait for a writer. */
    private static void release(Path pipe) throws IOException {
        try (var both = new RandomAccessFile(pipe.toFile(), "rw")) {
            both.writeBytes("\n");
        }
    }
}
