package io.tidings.benchmark.campaign.town;

import io.tidings.benchmark.process.Child;
import io.tidings.testbed.LocalBroker;
import io.tidings.testbed.Node;
import java.nio.file.Path;

/** A broker in a process of its own, whose data outlives it. */
final class BrokerMain {
    private static final int FIRST_PROPERTY = 3;

    private BrokerMain() {}

    /** @param args folder of its data, number of the node, id of the cluster, properties as {@code KEY=VALUE} */
    public static void main(String[] args) {
        var settings = LocalBroker.Settings.in(Path.of(args[0])).as(new Node(Integer.parseInt(args[1]), args[2]));
        for (int i = FIRST_PROPERTY; i < args.length; i++) {
            var property = args[i].split("=", 2);
            settings = settings.with(property[0], property[1]);
        }
        var broker = LocalBroker.start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop"));
        Child.announce("ready");
        Child.awaitParentsEnd();
        System.exit(0);
    }
}
