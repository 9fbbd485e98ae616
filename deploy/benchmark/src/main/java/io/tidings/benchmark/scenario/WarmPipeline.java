package io.tidings.benchmark.scenario;

import io.tidings.benchmark.sink.Micros;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.Load;
import io.tidings.benchmark.stage.Progress;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Stage;
import io.tidings.benchmark.stage.Watch;
import io.tidings.benchmark.traffic.Audience;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.Records;
import io.tidings.benchmark.traffic.Registry;
import io.tidings.benchmark.traffic.Writer;

/**
 * A pipeline that has delivered enough to be compiled, and waits for what is published at a given pace.
 *
 * @param warmUpEvents what it has delivered to each subscription
 */
record WarmPipeline(Site site, Running running, Watch watch, Records records, int warmUpEvents) {
    static WarmPipeline start(Bench bench, Stage stage, int subscriptions, Endpoints endpoints, Progress progress) {
        Load load = bench.load();
        var site = Site.open(stage, load);
        var registry = new Registry(site.clients());
        registry.topic("unused");
        registry.subscribe(Audience.even(subscriptions, load.partitions()), 1, index -> endpoints.of(site, index));
        int warmUp = Math.max(1, load.warmUp() / subscriptions);
        var running = Running.start(bench, stage, site);
        var watch = new Watch(site.sink(), running.meter(), progress);
        var warm = new WarmPipeline(site, running, watch, new Records(load), warmUp);
        new Writer(site.clients()).write(0, warmUp, number -> warm.records.event(number, Micros.NONE), progress);
        watch.until(site.sink()::counts, (long) warmUp * subscriptions, (long) warmUp * subscriptions);
        return warm;
    }

    /** Where the events of the subscription with that index go. */
    @FunctionalInterface
    interface Endpoints {
        String of(Site site, int index);
    }

    PacedPublisher publish(int perSecond) {
        return PacedPublisher.start(site.clients(), records::event, perSecond, warmUpEvents);
    }
}
