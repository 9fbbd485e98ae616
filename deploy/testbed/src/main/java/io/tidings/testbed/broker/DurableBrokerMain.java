package io.tidings.testbed.broker;

import io.tidings.testbed.process.ChildProtocol;
import java.nio.file.Path;

/** A broker in a process of its own, whose data outlives it. */
final class DurableBrokerMain {
    private static final int FIRST_PROPERTY = 3;

    private DurableBrokerMain() {}

    /** @param args folder of its data, number of the node, id of the cluster, properties as {@code KEY=VALUE} */
    public static void main(String[] args) {
        var settings =
                LocalBroker.Settings.in(Path.of(args[0])).as(new ClusterNode(Integer.parseInt(args[1]), args[2]));
        for (int i = FIRST_PROPERTY; i < args.length; i++) {
            var property = args[i].split("=", 2);
            settings = settings.with(property[0], property[1]);
        }
        var broker = LocalBroker.start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop"));
        ChildProtocol.announce("ready");
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }
}
