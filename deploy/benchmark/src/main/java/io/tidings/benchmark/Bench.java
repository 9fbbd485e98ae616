package io.tidings.benchmark;

import io.tidings.benchmark.Scenario.ClientAlone;
import io.tidings.benchmark.Scenario.WorkerAlone;
import io.tidings.benchmark.process.ChildProcess;
import io.tidings.benchmark.process.ChildProcess.Command;
import io.tidings.benchmark.process.FlightRecording;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.sink.SinkClient;
import io.tidings.benchmark.sink.SinkMain;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures scenarios one after the other, each with fresh processes.
 *
 * <pre>
 *   client:    client ─────────────────────────────> sink
 *   worker-N:  Backlog ──> broker ──> worker ──────> sink
 *                             all looked at by Watch
 * </pre>
 */
record Bench(Load load, WorkerSetup worker, Path folder, PrintStream out) {
    private static final String SINK = "sink";
    private static final String CLIENT = "client";
    private static final String BROKER = "broker";
    private static final String WORKER = "worker";

    Row row(Scenario scenario) {
        return switch (scenario) {
            case ClientAlone client -> clientAlone(client);
            case WorkerAlone alone -> workerAlone(alone);
        };
    }

    static String title(Scenario scenario) {
        return switch (scenario) {
            case ClientAlone() -> "HttpClient 5 async alone";
            case WorkerAlone(int subscriptions) ->
                "worker, %d subscription%s".formatted(subscriptions, subscriptions == 1 ? "" : "s");
        };
    }

    private Row clientAlone(ClientAlone scenario) {
        try (var stage = stage(scenario)) {
            var sink = stage.start(SINK, SinkMain.class, Stage.JVM);
            var address = sink.announcement();
            var client = stage.start(
                    CLIENT,
                    ClientMain.class,
                    Stage.JVM,
                    address + SinkMain.FAST,
                    Integer.toString(load.events()),
                    Integer.toString(load.connections()),
                    Integer.toString(load.eventBytes()));
            return watched(scenario, address, List.of(client, sink), Map.of());
        }
    }

    private Row workerAlone(WorkerAlone scenario) {
        try (var stage = stage(scenario)) {
            var broker = stage.start(BROKER, BrokerMain.class, Stage.BROKER_JVM, folder.toString());
            var sink = stage.start(SINK, SinkMain.class, Stage.JVM);
            var address = sink.announcement();
            var bootstrapServers = broker.announcement();
            try (var progress = new Progress(out, "writing %,d deliveries".formatted(load.events()))) {
                new Backlog(bootstrapServers, load).write(scenario.subscriptions(), address + SinkMain.FAST, progress);
            }
            var service = startWorker(stage, scenario, bootstrapServers);
            return watched(scenario, address, List.of(service, broker, sink), worker.differences());
        }
    }

    private ChildProcess startWorker(Stage stage, Scenario scenario, String bootstrapServers) {
        var properties = folder.resolve(scenario.id()).resolve("worker.properties");
        worker.write(properties, bootstrapServers);
        var jvm = new ArrayList<>(worker.jvm());
        if (worker.flightRecording()) {
            jvm.addAll(FlightRecording.JVM);
        }
        return stage.start(
                new Command(WORKER, worker.classPath(), jvm, WorkerSetup.MAIN, List.of(properties.toString())));
    }

    private Row watched(
            Scenario scenario, String sinkAddress, List<ChildProcess> processes, Map<String, String> settings) {
        var sink = new SinkClient(sinkAddress);
        var measured = processes.getFirst();
        try (var progress = new Progress(out, title(scenario))) {
            var interval = new Watch(sink, processes, progress).of(load);
            if (worker.flightRecording() && measured.name().equals(WORKER)) {
                FlightRecording.dump(measured, folder.resolve(scenario.id() + ".jfr"));
            }
            measured.close(); // what it still sends counts, too
            var counts = sink.counts();
            return new Row(
                    scenario.id(),
                    title(scenario),
                    interval,
                    load.events() - counts.distinct(),
                    counts.twice(),
                    settings);
        }
    }

    private Stage stage(Scenario scenario) {
        return new Stage(folder.resolve(scenario.id()));
    }
}
