package io.tidings.chaos.fault;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.network.Link;
import io.tidings.testbed.network.LinkCondition;
import java.time.Duration;
import java.util.Set;

/**
 * A bad condition of some links at once.
 *
 * @param links how their names begin or end, such as {@code worker0} or {@code →ingest}
 */
public record NetworkFault(String links, LinkCondition condition, Duration lasting) implements Fault {
    /** No worker notices what happens to others. */
    @Override
    public Reach reach() {
        boolean workers = links.startsWith("worker")
                || links.startsWith("brokers")
                || links.contains("→broker-")
                || links.endsWith("endpoints");
        return workers ? Reach.RESULTS : Reach.OTHERS;
    }

    @Override
    public String what() {
        return "%s on %s for %d s".formatted(condition, links, lasting.toSeconds());
    }

    @Override
    public Set<String> victims() {
        return Set.of("links");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var hit = cluster.links().stream().filter(this::hits).toList();
        if (hit.isEmpty()) {
            throw new IllegalStateException("no link is called " + links);
        }
        hit.forEach(link -> link.condition(condition));
        FixedPause.sleep(lasting);
        hit.forEach(link -> link.condition(LinkCondition.FAIR));
        cluster.awaitReady();
    }

    private boolean hits(Link link) {
        return link.name().startsWith(links) || link.name().endsWith(links);
    }
}
