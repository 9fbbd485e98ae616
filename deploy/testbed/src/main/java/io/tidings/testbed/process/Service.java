package io.tidings.testbed.process;

/** A service as it is shipped. */
public enum Service {
    WORKER("worker", "io.tidings.worker.WorkerMain", "delivery-worker"),
    TOPOLOGY("topology", "io.tidings.topology.TopologyMain", "retry-topology"),
    INGEST("ingest", "io.tidings.ingest.IngestMain", "ingest-service"),
    EXPORTER("exporter", "io.tidings.export.ExporterMain", "deadletter-exporter");

    private final String label;
    private final String mainClass;
    private final String module;

    Service(String label, String mainClass, String module) {
        this.label = label;
        this.mainClass = mainClass;
        this.module = module;
    }

    String label() {
        return label;
    }

    String mainClass() {
        return mainClass;
    }

    /** The folder of its sources, below that of the repository. */
    String module() {
        return module;
    }
}
