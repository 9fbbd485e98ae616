package io.tidings.testbed.cluster;

/** One of the four shipped services. */
public enum Service {
    INGEST("ingest", "io.tidings.ingest.IngestMain", "ingest-service", 9190),
    TOPOLOGY("topology", "io.tidings.topology.TopologyMain", "retry-topology", 9191),
    WORKER("worker", "io.tidings.worker.WorkerMain", "delivery-worker", 9192),
    EXPORTER("exporter", "io.tidings.export.ExporterMain", "deadletter-exporter", 9193);

    private final String label;
    private final String mainClass;
    private final String module;
    private final int adminPort;

    Service(String label, String mainClass, String module, int adminPort) {
        this.label = label;
        this.mainClass = mainClass;
        this.module = module;
        this.adminPort = adminPort;
    }

    public String label() {
        return label;
    }

    String mainClass() {
        return mainClass;
    }

    /** The folder of its sources in the repository, and the name of its image. */
    public String module() {
        return module;
    }

    /** The default of {@code admin.port}. */
    public int adminPort() {
        return adminPort;
    }
}
