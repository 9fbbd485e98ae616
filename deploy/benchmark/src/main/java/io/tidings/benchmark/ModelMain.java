package io.tidings.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.benchmark.model.Assumptions;
import io.tidings.benchmark.model.Calibration;
import io.tidings.benchmark.model.CalibrationReader;
import io.tidings.benchmark.model.Endpoints;
import io.tidings.benchmark.model.Load;
import io.tidings.benchmark.model.PlanJson;
import io.tidings.benchmark.model.PlanTable;
import io.tidings.benchmark.model.Planner;
import io.tidings.benchmark.model.RowPrediction;
import io.tidings.testbed.process.CommandRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code deploy/benchmark/model}: computes what a load needs. */
@Command(
        name = "./deploy/benchmark/model",
        sortOptions = false,
        usageHelpAutoWidth = true,
        mixinStandardHelpOptions = false,
        description =
                "Computes partitions, workers, brokers and disks for a load, from what a machine was measured to do,"
                        + " and what breaks first.")
public final class ModelMain implements Callable<Integer> {
    private static final PrintStream out = System.out;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double PERCENT = 100;

    @Option(names = "--events", paramLabel = "N", description = "published events a second (default ${DEFAULT-VALUE})")
    private double events = 2_000;

    @Option(names = "--fan-out", paramLabel = "N", description = "deliveries of an event (default ${DEFAULT-VALUE})")
    private double fanOut = 5;

    @Option(names = "--bytes", paramLabel = "N", description = "size of an event (default ${DEFAULT-VALUE})")
    private int bytes = 1_024;

    @Option(
            names = "--retention-days",
            paramLabel = "DAYS",
            description = "how long events are kept, 2 or more (default ${DEFAULT-VALUE})")
    private int retentionDays = 7;

    @Option(
            names = "--subscriptions",
            paramLabel = "N",
            description = "subscriptions, each with an endpoint of its own (default ${DEFAULT-VALUE})")
    private long subscriptions = 1_000;

    @Option(
            names = "--busiest",
            paramLabel = "PERCENT",
            description = "the busiest subscription's part of all deliveries (default ${DEFAULT-VALUE})")
    private double busiest = 1;

    @Option(
            names = "--response-ms",
            paramLabel = "MS",
            description = "how long endpoints take to respond (default ${DEFAULT-VALUE})")
    private long responseMillis = 50;

    @Option(
            names = "--failures",
            paramLabel = "PERCENT",
            description = "attempts that fail on a usual day (default ${DEFAULT-VALUE})")
    private double failures = 1;

    @Option(
            names = "--outage",
            paramLabel = "PERCENT",
            description = "deliveries whose endpoints are down in an outage (default ${DEFAULT-VALUE})")
    private double outage = 10;

    @Option(
            names = "--outage-minutes",
            paramLabel = "MINUTES",
            description = "how long they are down (default ${DEFAULT-VALUE})")
    private int outageMinutes = 60;

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description = "results.json of ./deploy/benchmark/run --rows " + CalibrationReader.ROWS
                    + " (default: the figures of docs/internals/performance.md)")
    private @Nullable Path calibration;

    @Option(
            names = "--check",
            paramLabel = "FILE",
            description = "compare predicted with measured figures of the rows in that results.json")
    private @Nullable Path check;

    @Option(names = "--json", description = "print JSON instead of tables")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    ModelMain() {}

    public static void main(String[] args) {
        CommandRunner.run("model", new ModelMain(), args);
    }

    @Override
    public Integer call() throws IOException {
        try {
            var planner = new Planner(calibration(), Assumptions.USUAL);
            if (check != null) {
                check(planner.calibration(), read(check));
            } else {
                print(planner);
            }
            return 0;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void print(Planner planner) throws IOException {
        var plan = planner.plan(load());
        if (json) {
            out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(PlanJson.of(plan)));
            return;
        }
        var table = new PlanTable(plan);
        out.println(table.load());
        out.println(table.needs());
        out.println(table.disk());
        out.println(table.bounds());
        if (!plan.outages().isEmpty()) {
            out.print(table.outages());
        }
    }

    private static void check(Calibration calibration, JsonNode results) {
        var predictions = RowPrediction.of(calibration, results);
        if (predictions.isEmpty()) {
            throw new IllegalArgumentException(
                    "no row to predict: measure worker-1, outage, or a pipeline-N or steady-N of your own");
        }
        out.println("| row | figure | predicted | measured | off by |\n|---|---|---|---|---|");
        predictions.forEach(each -> out.println(String.format(
                Locale.ROOT,
                "| %s | %s | %.4g | %.4g | %+.0f %% |",
                each.row(),
                each.figure(),
                each.predicted(),
                each.measured(),
                PERCENT * each.error())));
    }

    private Load load() {
        return new Load(
                events,
                fanOut,
                bytes,
                Duration.ofDays(retentionDays),
                new Endpoints(
                        subscriptions,
                        busiest / PERCENT,
                        Duration.ofMillis(responseMillis),
                        failures / PERCENT,
                        outage / PERCENT,
                        Duration.ofMinutes(outageMinutes)));
    }

    private Calibration calibration() throws IOException {
        return calibration == null ? shipped() : new CalibrationReader(read(calibration)).calibration();
    }

    /** The figures of docs/internals/performance.md. */
    static Calibration shipped() throws IOException {
        try (var rows = ModelMain.class.getResourceAsStream("model/calibration.json")) {
            if (rows == null) {
                throw new IllegalStateException("the program has no calibration of its own");
            }
            return new CalibrationReader(JSON.readTree(rows)).calibration();
        }
    }

    private static JsonNode read(Path results) throws IOException {
        if (!Files.isReadable(results)) {
            throw new IllegalArgumentException("there is no file " + results + " that can be read");
        }
        return JSON.readTree(results.toFile());
    }
}
