package io.tidings.chaos.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files that only grow, one for each subscription, with a line for each thing that happened. A line survives the end
 * of its
 * writer once {@link #write} has returned. Safe for use by many threads.
 */
public final class Journal implements AutoCloseable {
    private final Path folder;
    private final Map<String, FileChannel> files = new ConcurrentHashMap<>();

    private Journal(Path folder) {
        this.folder = folder;
    }

    public static Journal open(Path folder) {
        try {
            return new Journal(Files.createDirectories(folder));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + folder, e);
        }
    }

    /** @param words that have no blanks */
    public void write(String subscription, Object... words) {
        var line = new StringBuilder();
        for (var word : words) {
            line.append(word).append(' ');
        }
        line.setCharAt(line.length() - 1, '\n');
        var bytes = ByteBuffer.wrap(line.toString().getBytes(UTF_8));
        var file = files.computeIfAbsent(subscription, this::open);
        synchronized (file) {
            try {
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the history of " + subscription + " cannot be written", e);
            }
        }
    }

    private FileChannel open(String subscription) {
        try {
            return FileChannel.open(folder.resolve(subscription), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write in " + folder, e);
        }
    }

    /** The words of every line about that subscription. */
    public static List<String[]> read(Path folder, String subscription) {
        var file = folder.resolve(subscription);
        if (!Files.exists(file)) {
            return List.of();
        }
        try (var lines = Files.lines(file, UTF_8)) {
            var all = new ArrayList<String[]>();
            lines.forEach(line -> all.add(line.split(" ", -1)));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    @Override
    public void close() {
        files.values().forEach(file -> {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot close a history in " + folder, e);
            }
        });
    }
}
