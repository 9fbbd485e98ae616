package io.tidings.testbed.broker;

import io.tidings.testbed.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One broker for all tests of a JVM, from the first one that needs it. Each test uses topics with a prefix of its own.
 */
public final class SharedBroker {
    private static final Path FOLDER = folder();
    private static final LocalBroker BROKER = started();

    private SharedBroker() {}

    public static LocalBroker get() {
        return BROKER;
    }

    /** Returns the file with the first records of a partition. */
    public static Path firstSegment(String topic, int partition) {
        try (var files = Files.walk(FOLDER)) {
            return files.filter(file -> file.endsWith(topic + "-" + partition + "/00000000000000000000.log"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no partition " + partition + " of " + topic));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FOLDER, e);
        }
    }

    private static LocalBroker started() {
        var broker = LocalBroker.start(LocalBroker.Settings.in(FOLDER));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(broker, FOLDER), "end-broker"));
        return broker;
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("broker");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a folder for the broker", e);
        }
    }

    private static void end(LocalBroker broker, Path folder) {
        broker.close();
        Folders.delete(folder);
    }
}
