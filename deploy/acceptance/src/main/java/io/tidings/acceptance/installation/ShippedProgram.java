package io.tidings.acceptance.installation;

/** One of the four programs: where its runnable folder, its image and its manifest are. */
public enum ShippedProgram {
    INGEST("ingest-service", "ingest-service", "ingest.yaml", 9190),
    TOPOLOGY("topology", "retry-topology", "topology.yaml", 9191),
    WORKER("delivery-worker", "delivery-worker", "worker.yaml", 9192),
    EXPORTER("deadletter-exporter", "deadletter-exporter", "exporter.yaml", 9193);

    private final String label;
    private final String module;
    private final String manifest;
    private final int adminPort;

    ShippedProgram(String label, String module, String manifest, int adminPort) {
        this.label = label;
        this.module = module;
        this.manifest = manifest;
        this.adminPort = adminPort;
    }

    String label() {
        return label;
    }

    /** The folder of its sources; its image is called so, too. */
    public String module() {
        return module;
    }

    /** In {@code deploy/kubernetes}. */
    String manifest() {
        return manifest;
    }

    /** Unless a setting says otherwise. */
    public int adminPort() {
        return adminPort;
    }
}
