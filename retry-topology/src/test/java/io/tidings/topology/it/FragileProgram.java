package io.tidings.topology.it;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.Settings;
import io.tidings.runtime.metric.Metric;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProtocol;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.topology.TopologyConfig;
import io.tidings.topology.TopologyProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The topology in a process of its own, which ends in the middle of each event of one topic that matches nothing, as it
 * does when the heap is exhausted.
 */
final class FragileProgram {
    /** The topic of which an event that matches nothing ends the process: that is counted while it is in hand. */
    static final String DEADLY = "deadly";

    private FragileProgram() {}

    static ChildProcess start(ProcessGroup processes, String prefix, String instance, Path state) {
        return processes.start(
                instance,
                FragileProgram.class,
                List.of("-Xmx192m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                SharedBroker.get().bootstrapServers(),
                prefix,
                instance,
                state.resolve(instance).toString());
    }

    public static void main(String[] args) {
        var settings = new HashMap<String, String>();
        settings.put("bootstrap.servers", args[0]);
        settings.put("topic.prefix", args[1]);
        settings.put("topology.instance.id", args[2]);
        settings.put("streams.state.dir", args[3]);
        settings.put("partitions", Integer.toString(TopologyFixture.PARTITIONS));
        settings.put("timeline.enabled", "false");
        var registry = new SimpleMeterRegistry();
        registry.config().onMeterAdded(meter -> {
            if (meter.getId().getName().equals(Metric.UNMATCHED.meter())
                    && DEADLY.equals(meter.getId().getTag("topic"))) {
                Runtime.getRuntime().halt(3);
            }
        });
        var program = TopologyProgram.start(
                Settings.of(TopologyConfig.definitions(), TopologyConfig.prefixes(), settings), registry);
        while (!program.ready()) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        ChildProtocol.announce("ready");
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }
}
