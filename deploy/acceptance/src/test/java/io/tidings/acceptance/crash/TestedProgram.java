package io.tidings.acceptance.crash;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidings.local.cluster.LocalProgram;
import io.tidings.runtime.Program;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.EventTimeline;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** One of the four programs, with the settings that a short test wants. */
@SuppressWarnings("ImmutableEnumChecker") // what is set here is never changed
enum TestedProgram {
    TOPOLOGY(Service.TOPOLOGY, "topology", Map.of("topology.instance.id", "topology-0")),
    WORKER(
            Service.WORKER,
            "delivery-worker",
            Map.of(
                    "worker.instance.id", "worker-0",
                    "purge.delivered", "false",
                    // what fails does so on purpose: its retries are counted, not its rests
                    "probation.threshold", "1000000")),
    EXPORTER(
            Service.EXPORTER,
            "deadletter-exporter",
            Map.of(
                    "exporter.instance.id", "exporter-0",
                    "deadletter.create.containers", "true",
                    // with time.scale 0.02: windows of 0.6 s, written 1 s after they were decided
                    "deadletter.window", "30s",
                    "deadletter.delay", "50s")),
    INGEST(
            Service.INGEST,
            "ingest-service",
            Map.of("webhook.validation", "false", "auth.required", "false", "admin.token", TestedProgram.ADMIN_TOKEN));

    static final String ADMIN_TOKEN = "a-token-of-the-crash-tests";

    private final Service service;
    private final String program;
    private final Map<String, String> settings;

    TestedProgram(Service service, String program, Map<String, String> settings) {
        this.service = service;
        this.program = program;
        this.settings = settings;
    }

    /**
     * Starts it in this JVM, on free ports.
     *
     * @param folder for what it writes beside Kafka
     */
    Program start(String bootstrapServers, Path folder, Map<String, String> more) {
        var all = settings(folder, more);
        all.put("bootstrap.servers", bootstrapServers);
        return LocalProgram.all().stream()
                .filter(each -> each.name().equals(program))
                .findFirst()
                .orElseThrow()
                .start(all, new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    }

    /**
     * The program in a process of its own, which is not started yet.
     *
     * @param name its folder below that of the test
     */
    ServiceProcess process(String name, String bootstrapServers, Path folder, Map<String, String> more) {
        return new ServiceProcess(
                name,
                new ProcessGroup(folder.resolve(name)),
                ServiceSetup.ofThisJvm(service).with(settings(folder, more)),
                bootstrapServers,
                new EventTimeline(System.out));
    }

    private Map<String, String> settings(Path folder, Map<String, String> more) {
        var all = new HashMap<>(settings);
        switch (this) {
            case INGEST -> all.put("http.port", Integer.toString(FreePort.next()));
            case TOPOLOGY -> {
                all.put("streams.state.dir", folder.resolve("streams").toString());
                all.put("timeline.state.dir", folder.resolve("timeline").toString());
                all.put("timeline.listen", "127.0.0.1:" + FreePort.next());
            }
            case EXPORTER ->
                all.put("deadletter.storage", folder.resolve("blobs").toUri().toString());
            case WORKER -> {}
        }
        all.put("endpoint.allow.http", "true");
        all.put("endpoint.allow.networks", "127.0.0.0/8");
        all.putAll(more);
        return all;
    }
}
