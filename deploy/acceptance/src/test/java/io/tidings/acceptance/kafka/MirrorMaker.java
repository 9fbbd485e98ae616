package io.tidings.acceptance.kafka;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** Kafka's MirrorMaker in a process of its own, with the file that Tidings ships. */
final class MirrorMaker implements AutoCloseable {
    private static final Path SHIPPED = DeployFolder.ROOT.resolve("deploy/mirror/mirror.properties");

    private final ChildProcess process;

    private MirrorMaker(ChildProcess process) {
        this.process = process;
    }

    /** Only addresses and the number of brokers differ from the shipped file. */
    static MirrorMaker start(Path folder, String from, String to) throws IOException {
        var settings = new Properties();
        try (var reader = Files.newBufferedReader(SHIPPED)) {
            settings.load(reader);
        }
        settings.setProperty("A.bootstrap.servers", from);
        settings.setProperty("B.bootstrap.servers", to);
        settings.setProperty("refresh.topics.interval.seconds", "1");
        settings.stringPropertyNames().stream()
                .filter(name -> name.endsWith("replication.factor"))
                .forEach(name -> settings.setProperty(name, "1"));
        var file = folder.resolve("mirror.properties");
        try (var writer = Files.newBufferedWriter(file)) {
            settings.store(writer, "");
        }
        var program = Command.java(
                "mirror",
                System.getProperty("java.class.path"),
                List.of("-Xmx256m"),
                "org.apache.kafka.connect.mirror.MirrorMaker",
                List.of(file.toString()));
        return new MirrorMaker(ChildProcess.start(program, folder));
    }

    void requireRunning() {
        process.requireRunning();
    }

    @Override
    public void close() {
        process.close();
    }
}
