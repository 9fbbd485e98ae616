package io.tidings.benchmark.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.benchmark.model.Calibration.MatchingCost;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads a calibration from the {@code results.json} of a benchmark. */
public record CalibrationReader(JsonNode results) {
    /** The rows that are needed; more rows {@code steady-N} make the costs at low rates more exact. */
    public static final String ROWS = "worker-10,pipeline-1,pipeline-10,steady-500,steady-2000,ingest-1";

    private static final Pattern PROCESSORS = Pattern.compile("(\\d+) processors.*");
    private static final String WORKER = "worker";
    private static final String TOPOLOGY = "topology";
    private static final String BROKER = "broker";

    /** @throws IllegalArgumentException if a row or figure is missing; its message says which */
    public Calibration calibration() {
        var alone = row("worker-10");
        var single = row("pipeline-1");
        var fanned = row("pipeline-10");
        double usable = processors() - alone.path("processorsElsewhere").asDouble();
        return new Calibration(
                results.path("run").path("machine").asText(),
                processors(),
                Math.min(1, perSecond(alone) * total(alone) / 1_000 / usable),
                curve(WORKER, alone),
                curve(TOPOLOGY, single),
                curve(BROKER, alone),
                cpu(alone, "sink"),
                MatchingCost.of(cpu(single, TOPOLOGY), cpu(fanned, TOPOLOGY), 10),
                cpu(row("ingest-1"), "ingest"));
    }

    /** The row of that id. */
    public JsonNode row(String id) {
        return rows().filter(row -> row.path("id").asText().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no row " + id + ": measure with --rows " + ROWS));
    }

    /** CPU seconds per 1,000 of all processes that deliver: not of the benchmark itself. */
    static double total(JsonNode row) {
        return StreamSupport.stream(row.path("processes").spliterator(), false)
                .filter(process -> !process.path("name").asText().equals("benchmark"))
                .mapToDouble(process -> process.path("cpuSecondsPerThousand").asDouble())
                .sum();
    }

    static double perSecond(JsonNode row) {
        return row.path("perSecond").asDouble();
    }

    int processors() {
        var machine = results.path("run").path("machine").asText();
        var number = PROCESSORS.matcher(machine);
        if (!number.matches()) {
            throw new IllegalArgumentException("the run does not say its processors: " + machine);
        }
        return Integer.parseInt(number.group(1));
    }

    private CpuCurve curve(String process, JsonNode fullSpeed) {
        var measured = new TreeMap<Double, Double>();
        rows().filter(row -> row.path("id").asText().startsWith("steady-"))
                .forEach(row -> measured.put(perSecond(row), cpu(row, process)));
        if (measured.isEmpty()) {
            throw new IllegalArgumentException("there is no row steady-N: measure with --rows " + ROWS);
        }
        measured.put(perSecond(fullSpeed), cpu(fullSpeed, process));
        return new CpuCurve(measured);
    }

    private Stream<JsonNode> rows() {
        return StreamSupport.stream(results.path("rows").spliterator(), false);
    }

    static double cpu(JsonNode row, String process) {
        return found(row, process)
                .orElseThrow(() ->
                        new IllegalArgumentException("row " + row.path("id").asText() + " has no cost of " + process));
    }

    private static Optional<Double> found(JsonNode row, String process) {
        return StreamSupport.stream(row.path("processes").spliterator(), false)
                .filter(each -> each.path("name").asText().equals(process))
                .map(each -> each.path("cpuSecondsPerThousand").asDouble())
                .filter(cost -> cost > 0)
                .findFirst();
    }
}
