package io.tidings.testbed.cluster;

import io.tidings.testbed.broker.BrokerProcesses;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a cluster.
 *
 * @param folder for the data and logs of all its processes
 * @param services by name, in the order in which they are started
 */
public record ClusterPlan(Path folder, BrokerProcesses.Plan brokers, Map<String, ServiceSetup> services) {
    public static final String INGEST = "ingest";
    public static final String TOPOLOGY = "topology";
    public static final String EXPORTER = "exporter";

    /** The admin token of ingest. */
    public static final String TOKEN = "the-token-of-the-campaign";

    public ClusterPlan {
        folder = folder.toAbsolutePath();
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
    }

    /**
     * Ingest without keys, topology and exporter, as they are shipped; workers are to be added.
     *
     * @param root of the repository
     * @param storage the folder for dead letters
     */
    public static Map<String, ServiceSetup> withoutWorkers(Path root, Path folder, int httpPort, Path storage) {
        var topology = ServiceSetup.shipped(Service.TOPOLOGY, root)
                .storing(folder.resolve("streams"))
                .with(Map.of("topology.instance.id", TOPOLOGY));
        var services = new LinkedHashMap<String, ServiceSetup>();
        services.put(
                INGEST,
                ServiceSetup.shipped(Service.INGEST, root)
                        .listening(httpPort)
                        .asking(topology)
                        .with(Map.of("auth.required", "false", "admin.token", TOKEN)));
        services.put(TOPOLOGY, topology);
        services.put(
                EXPORTER,
                ServiceSetup.shipped(Service.EXPORTER, root)
                        .with(Map.of(
                                "exporter.instance.id",
                                EXPORTER,
                                "deadletter.create.containers",
                                "true",
                                "deadletter.storage",
                                storage.toUri().toString())));
        return services;
    }
}
