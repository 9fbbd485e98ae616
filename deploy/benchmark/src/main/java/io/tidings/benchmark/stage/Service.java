package io.tidings.benchmark.stage;

/** A service that is measured. */
public enum Service {
    WORKER("worker", "io.tidings.worker.WorkerMain", "delivery-worker"),
    TOPOLOGY("topology", "io.tidings.topology.TopologyMain", "retry-topology"),
    INGEST("ingest", "io.tidings.ingest.IngestMain", "ingest-service");

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
