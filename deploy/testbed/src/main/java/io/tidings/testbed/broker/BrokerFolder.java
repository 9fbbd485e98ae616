package io.tidings.testbed.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/** The folder of a broker's log and identity, and of nothing else. */
record BrokerFolder(Path path) {

    /**
     * Checks the folder before Kafka touches it. Kafka's controller writes to the metadata log before its broker takes
     * the
     * lock, so two nodes on one folder would damage it; a folder in it that is no partition makes Kafka halt the JVM.
     */
    void requireUsable() {
        try {
            Files.createDirectories(path);
            Files.delete(Files.createTempFile(path, "writable", null));
            requireOursOrEmpty();
            requireUnlocked();
        } catch (IOException e) {
            throw new BrokerStartException(
                    "The folder %s cannot be written by %s, change its permissions or choose another one."
                            .formatted(path, System.getProperty("user.name")),
                    e);
        }
    }

    /** Does nothing to a folder that has been formatted before. */
    void format(ClusterNode node) {
        if (isFormatted()) {
            return;
        }
        try (var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setNodeId(node.id())
                    .setClusterId(node.cluster())
                    .setDirectories(List.of(path.toString()))
                    .setMetadataLogDirectory(path.toString())
                    .setControllerListenerName(BrokerProperties.CONTROLLER)
                    .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setPrintStream(nowhere)
                    .run();
        } catch (Exception e) { // what Formatter.run declares
            throw new BrokerStartException(
                    "The folder %s could not be formatted, empty it or choose another one: %s"
                            .formatted(path, e.getMessage()),
                    e);
        }
    }

    private boolean isFormatted() {
        return Files.exists(path.resolve("meta.properties"));
    }

    private void requireOursOrEmpty() throws IOException {
        try (var content = Files.list(path)) {
            if (!isFormatted() && content.findAny().isPresent()) {
                throw new BrokerStartException(
                        "The folder %s holds something else than a broker's data, empty it or choose another one."
                                .formatted(path));
            }
        }
    }

    private void requireUnlocked() throws IOException {
        if (isLocked(path.resolve(".lock"))) {
            throw new BrokerStartException(
                    "The folder %s is in use by another broker, stop that one or choose another folder."
                            .formatted(path));
        }
    }

    private static boolean isLocked(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException _) { // the other broker is in this JVM
            return true;
        }
    }
}
