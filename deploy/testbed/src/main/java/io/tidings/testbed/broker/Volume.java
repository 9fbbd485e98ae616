package io.tidings.testbed.broker;

import io.tidings.testbed.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A small file system in memory that can be filled. It takes Linux and root. */
public final class Volume implements AutoCloseable {
    private static final String BALLAST = "ballast";
    private static final int CHUNK = 1 << 20;

    private final Path mount;
    private final Path ballast;

    private Volume(Path mount) {
        this.mount = mount;
        // Not in the folder of the data: a broker takes every folder in it for a partition.
        this.ballast = mount.resolve(BALLAST);
    }

    public static Optional<Volume> mount(Path folder, int megabytes) {
        try {
            Files.createDirectories(folder);
            Tool.run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString());
            return Optional.of(new Volume(folder));
        } catch (IOException e) {
            return Optional.empty(); // not on this system, or not for this user
        }
    }

    public Path folder() {
        return mount.resolve("data");
    }

    /** Returns when the volume is full. */
    public void fill() {
        try (var file = FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (written(file)) {
                // write until it is full
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot fill " + mount, e);
        }
    }

    private static boolean written(FileChannel file) {
        try {
            return file.write(ByteBuffer.allocate(CHUNK)) > 0;
        } catch (IOException e) {
            return false; // the volume is full
        }
    }

    /** Makes the volume writable or read-only. */
    public void writable(boolean writable) {
        try {
            Tool.run("mount", "-o", "remount," + (writable ? "rw" : "ro"), mount.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot mount " + mount + " anew; a program may be writing there", e);
        }
    }

    public void free() {
        try {
            Files.deleteIfExists(ballast);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot free " + mount, e);
        }
    }

    @Override
    public void close() {
        try {
            Tool.run("umount", mount.toString());
        } catch (IOException e) {
            System.err.println("unmount " + mount + " by hand: " + e.getMessage());
        }
    }
}
