package io.tidings.chaos.fault;

import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.network.Link;
import io.tidings.testbed.network.LinkCondition;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Faults of connections and of lookups of names. */
public final class NetworkFaults {
    private NetworkFaults() {}

    /**
     * A bad condition of some links at once.
     *
     * @param links how the names of the links begin or end, such as {@code worker0} or {@code →ingest}
     */
    public static Fault links(String links, LinkCondition condition, Duration time) {
        return new Fault(
                "%s on %s for %d s".formatted(condition, links, time.toSeconds()),
                touchesWorkers(links) ? Reach.RESULTS : Reach.OTHERS,
                Set.of("links"),
                Fault.during(
                        time,
                        cluster -> hit(cluster, links).forEach(link -> link.condition(condition)),
                        cluster -> hit(cluster, links).forEach(link -> link.condition(LinkCondition.FAIR))));
    }

    private static boolean touchesWorkers(String links) {
        return links.startsWith("worker")
                || links.startsWith("brokers")
                || links.contains("→broker-")
                || links.endsWith("endpoints");
    }

    private static List<Link> hit(ChaosCluster cluster, String links) {
        var hit = cluster.links().stream()
                .filter(link -> link.name().startsWith(links) || link.name().endsWith(links))
                .toList();
        if (hit.isEmpty()) {
            throw new IllegalStateException("no link is called " + links);
        }
        return hit;
    }

    /** A worker that looks up the name of an endpoint gets no answer, not even that there is none. */
    public static Fault hangingLookup(Duration time) {
        return new Fault(
                        "lookups of names hang for %d s".formatted(time.toSeconds()),
                        Reach.OTHERS,
                        Set.of("names"),
                        Fault.during(
                                time,
                                cluster -> cluster.names().hang(),
                                cluster -> cluster.names().heal()))
                .onlyIf(cluster -> cluster.names().mayHang(), "this machine has no named pipes");
    }
}
