package io.tidings.testbed.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * One broker for all tests of a JVM, from the first one that needs it. Each test uses topics with a prefix of its own.
 */
public final class SharedBroker {
    private static final LocalBroker BROKER = started();

    private SharedBroker() {}

    public static LocalBroker get() {
        return BROKER;
    }

    private static LocalBroker started() {
        try {
            var folder = Files.createTempDirectory("broker");
            var broker = LocalBroker.start(LocalBroker.Settings.in(folder));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(broker, folder), "end-broker"));
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a folder for the broker", e);
        }
    }

    private static void end(LocalBroker broker, Path folder) {
        broker.close();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }
}
