package io.tidings.benchmark.pipeline;

import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.UsageMeter;
import java.util.List;
import java.util.Map;

/** Topology and worker, each a process of its own, between the events and the sink. */
public record RunningPipeline(
        ProcessGroup group,
        ServiceSetup workerSetup,
        ServiceSetup topologySetup,
        ChildProcess worker,
        UsageMeter meter) {
    public static RunningPipeline start(BenchmarkEnvironment bench, ProcessGroup group, BenchmarkCluster cluster) {
        var workerSetup = bench.services().worker();
        var topologySetup = bench.services().topology(group.folder().resolve("state"));
        var topology = topologySetup.start(group, cluster.bootstrapServers());
        var worker = workerSetup.start(group, cluster.bootstrapServers());
        return new RunningPipeline(
                group,
                workerSetup,
                topologySetup,
                worker,
                new UsageMeter(List.of(worker, topology, cluster.broker(), cluster.sinkProcess())));
    }

    public void stopWorker() {
        group.stop(worker);
    }

    public Map<String, String> settings() {
        return ServiceSetup.differences(workerSetup, topologySetup);
    }
}
