package io.tidings.testbed.broker;

import io.tidings.testbed.Folders;
import io.tidings.testbed.process.ChildProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real Kafka broker in a process of its own. */
public final class BrokerMain {
    /** The fate of the data when the broker ends. */
    public enum Data {
        KEPT,
        DELETED
    }

    private static final int FIRST_PROPERTY = 4;

    private BrokerMain() {}

    /** @param properties each as {@code KEY=VALUE} */
    static String[] arguments(Data data, Path folder, ClusterNode node, List<String> properties) {
        var arguments =
                new ArrayList<>(List.of(data.name(), folder.toString(), Integer.toString(node.id()), node.cluster()));
        arguments.addAll(properties);
        return arguments.toArray(String[]::new);
    }

    public static void main(String[] args) throws IOException {
        boolean kept = Data.valueOf(args[0]) == Data.KEPT;
        var folder = Files.createDirectories(Path.of(args[1]));
        var data = kept ? folder : Files.createTempDirectory(folder, "broker");
        var settings =
                LocalBroker.Settings.in(data).replaceable().as(new ClusterNode(Integer.parseInt(args[2]), args[3]));
        for (int i = FIRST_PROPERTY; i < args.length; i++) {
            var property = args[i].split("=", 2);
            settings = settings.with(property[0], property[1]);
        }
        var broker = LocalBroker.start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker, data, kept), "stop"));
        ChildProtocol.announce(broker.bootstrapServers());
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }

    private static void stop(LocalBroker broker, Path data, boolean kept) {
        broker.close();
        if (kept) {
            return;
        }
        Folders.delete(data);
    }
}
