package io.tidings.runtime.kafka;

import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The clients of other clusters whose Kafka topics subscriptions may deliver to (B-DEST-4).
 *
 * @param byName of the cluster
 */
public record DestinationClusters(Map<String, KafkaClients> byName) {
    /** The prefix of the settings, which is followed by the name of a cluster, a dot, and a native setting of Kafka clients. */
    public static final String PREFIX = "destination.cluster.";

    public static final DestinationClusters NONE = new DestinationClusters(Map.of());

    private static final String BROKERS = "bootstrap.servers";

    public DestinationClusters {
        byName = Map.copyOf(byName);
    }

    /** @throws InvalidSettings with every problem */
    public static DestinationClusters of(Settings settings, AllowedDestinations destinations) {
        var settingsOf = new TreeMap<String, Map<String, String>>();
        settings.under(PREFIX).forEach((name, value) -> {
            int dot = name.indexOf('.');
            settingsOf
                    .computeIfAbsent(dot < 0 ? name : name.substring(0, dot), _ -> new HashMap<>())
                    .put(dot < 0 ? "" : name.substring(dot + 1), value);
        });
        var problems = new ArrayList<String>();
        destinations.clusters().forEach((name, cluster) -> {
            if (!settingsOf.containsKey(cluster)) {
                problems.add(AllowedDestinations.PREFIX + name + ".cluster: \"" + cluster + "\" is no cluster; set "
                        + PREFIX + cluster + "." + BROKERS);
            }
        });
        var clusters = new HashMap<String, KafkaClients>();
        settingsOf.forEach((name, of) -> {
            problems.addAll(ProtectedSettings.ofProducer(PREFIX + name + ".", of));
            var brokers = of.remove(BROKERS);
            if (brokers == null) {
                problems.add(PREFIX + name + "." + BROKERS + ": is not set");
            } else {
                clusters.put(name, new KafkaClients(brokers, of, Map.of(), Map.of(), Map.of()));
            }
        });
        if (!problems.isEmpty()) {
            throw new InvalidSettings(List.copyOf(problems));
        }
        return new DestinationClusters(clusters);
    }
}
