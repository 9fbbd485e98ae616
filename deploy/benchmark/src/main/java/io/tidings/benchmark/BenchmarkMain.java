package io.tidings.benchmark;

import io.tidings.benchmark.report.Table;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.LoadSize;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.process.CommandRunner;
import io.tidings.testbed.process.FlightRecording;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.WorkFolderOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.utils.AppInfoParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code deploy/benchmark/run}: measures the rows, and prints a table. */
@Command(
        name = "./deploy/benchmark/run",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Measures how fast deliveries are made on this machine, and at what cost. Exit code 0: every row was"
                        + " measured, lost nothing and kept its promises.")
public final class BenchmarkMain implements Callable<Integer> {
    private static final PrintStream out = System.out;
    private static final int QUICK = 5;

    @Option(
            names = "--quick",
            description = "measure the most important rows with a fifth of the load; takes up to 3 minutes")
    private boolean quick;

    @Option(
            names = "--rows",
            split = ",",
            paramLabel = "ROW",
            description = "the rows to measure; --list prints them (default: all)")
    private List<String> rows = List.of();

    @Option(names = "--list", description = "print the rows and groups of rows")
    private boolean list;

    @Option(
            names = "--deliveries",
            paramLabel = "N",
            description = "number of measured deliveries (default ${DEFAULT-VALUE})")
    private int deliveries = 400_000;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "number of deliveries before the measured ones (default ${DEFAULT-VALUE})")
    private int warmUp = 200_000;

    @Option(names = "--bytes", paramLabel = "N", description = "size of an event (default ${DEFAULT-VALUE})")
    private int bytes = 1_024;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "connections of the client alone (default ${DEFAULT-VALUE})")
    private int connections = 64;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "partitions of each topic (default ${DEFAULT-VALUE})")
    private int partitions = 8;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "a setting of the worker; may be repeated")
    private Map<String, String> settings = new TreeMap<>();

    @Option(
            names = "--set-topology",
            paramLabel = "KEY=VALUE",
            description = "a setting of the topology; may be repeated")
    private Map<String, String> topologySettings = new TreeMap<>();

    @Option(names = "--worker-jvm", split = " ", paramLabel = "OPTIONS", description = "options of the worker's JVM")
    private List<String> workerJvm = List.of();

    @Option(names = "--jfr", description = "make a flight recording of each worker")
    private boolean flightRecording;

    @Mixin
    private final WorkFolderOptions workFolder = new WorkFolderOptions("deploy/benchmark/target/results");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    private BenchmarkMain() {}

    public static void main(String[] args) {
        CommandRunner.run("benchmark", new BenchmarkMain(), args);
    }

    @Override
    public Integer call() throws IOException {
        if (list) {
            out.println(ScenarioCatalogue.names());
            return 0;
        }
        var scenarios = scenarios();
        var load = load();
        var started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        var results = workFolder.folder();
        var run = new BenchmarkRun(
                new BenchmarkEnvironment(load, quick, worker(), topology(), workFolder.root(), results, out),
                circumstances(load, started));
        run.measure(scenarios);
        out.println();
        out.println(new Table(run.report()));
        out.println();
        out.println("Results: " + results.resolve("results.json") + ", results.txt and results.svg");
        return run.good() ? 0 : 1;
    }

    private ServiceSetup worker() {
        var setup = ServiceSetup.shipped(Service.WORKER, workFolder.root())
                .with(settings)
                .withJvm(workerJvm);
        return flightRecording ? setup.withJvm(FlightRecording.JVM) : setup;
    }

    private ServiceSetup topology() {
        return ServiceSetup.shipped(Service.TOPOLOGY, workFolder.root()).with(topologySettings);
    }

    private List<Scenario> scenarios() {
        var names = rows.isEmpty() ? List.of(quick ? ScenarioCatalogue.QUICK : ScenarioCatalogue.FULL) : rows;
        var scenarios = new ArrayList<Scenario>();
        for (var name : names) {
            var named = ScenarioCatalogue.of(name);
            if (named.isEmpty()) {
                throw new ParameterException(
                        command.commandLine(), "there is no row " + name + ": take " + ScenarioCatalogue.names());
            }
            scenarios.addAll(named);
        }
        return scenarios;
    }

    private LoadSize load() {
        try {
            int part = quick ? QUICK : 1;
            return new LoadSize(warmUp / part, deliveries / part, bytes, connections, partitions);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, String> circumstances(LoadSize load, Instant started) {
        var machine = ManagementFactory.getOperatingSystemMXBean();
        var circumstances = new TreeMap<String, String>();
        circumstances.put("started", started.toString());
        circumstances.put(
                "machine",
                "%d processors, %s %s"
                        .formatted(machine.getAvailableProcessors(), machine.getName(), machine.getArch()));
        circumstances.put("load average before", String.format(Locale.ROOT, "%.1f", machine.getSystemLoadAverage()));
        circumstances.put("Java", Runtime.version().toString());
        circumstances.put("Kafka", AppInfoParser.getVersion());
        circumstances.put("deliveries", "%,d after %,d to warm up".formatted(load.measured(), load.warmUp()));
        circumstances.put("event", load.eventBytes() + " bytes, CloudEvents");
        circumstances.put("partitions", Integer.toString(load.partitions()));
        circumstances.put("JVM of sink and client", String.join(" ", ProcessGroup.JVM));
        circumstances.put("JVM of broker", String.join(" ", ProcessGroup.BROKER_JVM));
        circumstances.put(
                "client alone", load.connections() + " connections, one I/O thread, pool LAX, nothing automatic");
        circumstances.put("sink", "HttpCore 5, one I/O thread");
        return circumstances;
    }
}
