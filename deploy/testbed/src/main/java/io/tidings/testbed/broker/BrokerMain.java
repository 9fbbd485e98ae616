package io.tidings.testbed.broker;

import io.tidings.testbed.process.ChildProtocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A real Kafka broker in a process of its own, with a log that goes when it goes. */
public final class BrokerMain {
    private BrokerMain() {}

    /** @param args the folder to have its log in */
    public static void main(String[] args) throws IOException {
        var data = Files.createTempDirectory(Files.createDirectories(Path.of(args[0])), "broker");
        var broker = LocalBroker.start(LocalBroker.Settings.in(data));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker, data), "stop"));
        ChildProtocol.announce(broker.bootstrapServers());
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }

    private static void stop(LocalBroker broker, Path data) {
        broker.close();
        try (var files = Files.walk(data)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("delete " + data + " by hand", e);
        }
    }
}
