package io.tidings.benchmark.scenario;

import io.tidings.benchmark.process.ChildProcess;
import io.tidings.benchmark.process.Meter;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.ServiceSetup;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Stage;
import java.util.List;
import java.util.Map;

/** Topology and worker, each a process of its own, between the events and the sink. */
record Running(Stage stage, ServiceSetup workerSetup, ServiceSetup topologySetup, ChildProcess worker, Meter meter) {
    static Running start(Bench bench, Stage stage, Site site) {
        var workerSetup = bench.services().worker();
        var topologySetup = bench.services().topology(stage.folder().resolve("state"));
        var topology = stage.start(topologySetup, site.bootstrapServers());
        var worker = stage.start(workerSetup, site.bootstrapServers());
        return new Running(
                stage,
                workerSetup,
                topologySetup,
                worker,
                new Meter(List.of(worker, topology, site.broker(), site.sinkProcess())));
    }

    void stopWorker() {
        stage.stop(worker, workerSetup);
    }

    Map<String, String> settings() {
        return ServiceSetup.differences(workerSetup, topologySetup);
    }
}
