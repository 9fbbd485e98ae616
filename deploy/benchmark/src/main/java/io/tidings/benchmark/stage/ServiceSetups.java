package io.tidings.benchmark.stage;

import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.process.FlightRecording;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The services as this run wants them.
 *
 * @param root of the repository
 * @param workerSettings that somebody wants to be other than the defaults
 * @param workerJvm options of the worker's JVM; none as shipped
 * @param flightRecording whether the worker records itself, which costs a few percent
 */
public record ServiceSetups(
        Path root, Map<String, String> workerSettings, List<String> workerJvm, boolean flightRecording) {
    /** Without these nothing is sent to an endpoint on this machine. */
    private static final Map<String, String> LOOPBACK =
            Map.of("endpoint.allow.http", "true", "endpoint.allow.networks", "127.0.0.0/8");

    public ServiceSetups {
        workerSettings = Map.copyOf(workerSettings);
        workerJvm = List.copyOf(workerJvm);
    }

    public ServiceSetup worker() {
        var setup = ServiceSetup.shipped(Service.WORKER, root)
                .with(LOOPBACK)
                .with(workerSettings)
                .withJvm(workerJvm);
        return flightRecording ? setup.withJvm(FlightRecording.JVM) : setup;
    }

    /** @param state folder for Kafka Streams, which no two may share */
    public ServiceSetup topology(Path state) {
        return ServiceSetup.shipped(Service.TOPOLOGY, root)
                .with(LOOPBACK)
                .with(Map.of(ServiceSetup.STATE, state.toAbsolutePath().toString()));
    }

    public ServiceSetup ingest(int port) {
        return ServiceSetup.shipped(Service.INGEST, root)
                .with(Map.of(ServiceSetup.PORT, Integer.toString(port), "webhook.validation", "false"));
    }
}
