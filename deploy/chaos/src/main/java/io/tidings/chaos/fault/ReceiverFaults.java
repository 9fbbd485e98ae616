package io.tidings.chaos.fault;

import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.Set;

/** Faults of one of the programs that receive the events of queues; the other one goes on. */
public final class ReceiverFaults {
    private static final int VICTIM = 0;
    private static final Set<String> VICTIMS = Set.of("receivers");
    private static final String NO_QUEUE = "no subscription is a queue here";

    private ReceiverFaults() {}

    /** kill -9 of a receiver, which leaves its events locked and its requests open. */
    public static Fault kill(Duration away) {
        return new Fault(
                        "kill -9 of a receiver",
                        Reach.OTHERS,
                        VICTIMS,
                        Fault.during(
                                away,
                                cluster -> cluster.receiver(VICTIM).kill(),
                                cluster -> cluster.startReceiver(VICTIM)))
                .onlyIf(cluster -> cluster.size().queues(), NO_QUEUE);
    }

    /** SIGSTOP of a receiver, and SIGCONT when its locks have ended: it does not know how late it is. */
    public static Fault freeze(Duration time) {
        return new Fault(
                        "a receiver frozen for %d s".formatted(time.toSeconds()),
                        Reach.OTHERS,
                        VICTIMS,
                        Fault.during(
                                time,
                                cluster -> cluster.receiver(VICTIM).freeze(),
                                cluster -> cluster.receiver(VICTIM).thaw()))
                .onlyIf(cluster -> cluster.size().queues(), NO_QUEUE);
    }
}
