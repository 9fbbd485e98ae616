package io.tidings.chaos.cluster;

import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.nio.file.Path;
import java.util.List;

/**
 * Brings dead letters back, with the command of the release that is built from this checkout.
 *
 * @param logs folder of its log
 */
public record RedriveCommand(Releases releases, String bootstrapServers, ClusterSize size, Path logs) {

    /** Starts the command. */
    public ChildProcess start(Subscriber subscriber, int rate) {
        return ChildProcess.start(
                Command.java(
                        "redrive",
                        releases.root()
                                .resolve("deadletter-exporter/target/dist/lib/*")
                                .toString(),
                        List.of("-Xmx128m", "-XX:+UseSerialGC"),
                        "io.tidings.export.redrive.RedriveMain",
                        List.of(
                                "--subscription",
                                "%s/%s".formatted(subscriber.topic(), subscriber.name()),
                                "--rate",
                                Integer.toString(rate),
                                "--set",
                                "bootstrap.servers=" + bootstrapServers,
                                "--set",
                                "time.scale=" + size.timeScale())),
                logs);
    }
}
