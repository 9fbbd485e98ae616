package io.tidings.chaos.outage;

import io.tidings.chaos.cluster.ChaosCluster;
import io.tidings.chaos.fault.Fault;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.Set;

/**
 * Brokers go and come back.
 *
 * @param broker the one it is about, when it is one
 */
public record BrokerOutage(Kind kind, int broker, Duration away) implements Fault {
    /** How. */
    public enum Kind {
        KILLED,
        RESTARTED,
        ALL_AWAY
    }

    @Override
    public String what() {
        return switch (kind) {
            case KILLED -> "kill -9 of broker " + broker;
            case RESTARTED -> "restart of broker " + broker;
            case ALL_AWAY -> "no broker for %d s".formatted(away.toSeconds());
        };
    }

    @Override
    public Set<String> victims() {
        return Set.of("brokers");
    }

    @Override
    public void strike(ChaosCluster cluster) {
        var brokers = cluster.brokers();
        switch (kind) {
            case KILLED -> {
                brokers.kill(broker);
                FixedPause.sleep(away);
                brokers.start(broker);
            }
            case RESTARTED -> {
                brokers.stop(broker);
                brokers.start(broker);
            }
            case ALL_AWAY -> {
                brokers.killAll();
                FixedPause.sleep(away);
                brokers.startAll();
            }
        }
        cluster.awaitReady();
    }
}
