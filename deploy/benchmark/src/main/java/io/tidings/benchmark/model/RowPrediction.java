package io.tidings.benchmark.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.benchmark.model.simulation.CatchUp;
import io.tidings.benchmark.model.simulation.Outage;
import io.tidings.benchmark.model.simulation.OutageSimulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * A figure of a row of the benchmark, as the model computes it and as it was measured. The row must be none of those
 * of the calibration.
 */
public record RowPrediction(String row, String figure, double predicted, double measured) {
    private static final Pattern FANNED = Pattern.compile("pipeline-(\\d+)");
    private static final Pattern STEADY = Pattern.compile("steady-(\\d+)");
    private static final double OUTAGE_PER_SECOND = 1_000;
    private static final Duration OUTAGE = Duration.ofMinutes(1);

    /** The error of the prediction, as a share of what was measured. */
    public double error() {
        return predicted / measured - 1;
    }

    /** Predicts each row of these results that the model knows and that the calibration did not use. */
    public static List<RowPrediction> of(Calibration calibration, JsonNode results) {
        var predictions = new ArrayList<RowPrediction>();
        var used = List.of(CalibrationReader.ROWS.split(",", -1));
        for (var row : results.path("rows")) {
            var id = row.path("id").asText();
            if (!used.contains(id)) {
                add(calibration, row, id, predictions);
            }
        }
        return List.copyOf(predictions);
    }

    private static void add(Calibration calibration, JsonNode row, String id, List<RowPrediction> predictions) {
        var fanned = FANNED.matcher(id);
        var steady = STEADY.matcher(id);
        if (id.equals("worker-1")) {
            double cpu = atFullSpeed(calibration);
            predictions.add(cpuOf(row, id, cpu));
            predictions.add(rateOf(calibration, row, id, cpu));
        } else if (fanned.matches()) {
            double cpu =
                    atFullSpeed(calibration) + calibration.matching().perDelivery(Integer.parseInt(fanned.group(1)));
            predictions.add(cpuOf(row, id, cpu));
            predictions.add(rateOf(calibration, row, id, cpu));
        } else if (steady.matches()) {
            double rate = Integer.parseInt(steady.group(1));
            double cpu = calibration.worker().at(rate)
                    + calibration.topology().at(rate)
                    + calibration.broker().at(rate);
            double measured = CalibrationReader.total(row) - CalibrationReader.cpu(row, "sink");
            predictions.add(new RowPrediction(id, "CPU s per 1,000 of worker, topology and broker", cpu, measured));
        } else if (id.equals("outage")) {
            outage(calibration, row, predictions);
        }
    }

    private static void outage(Calibration calibration, JsonNode row, List<RowPrediction> predictions) {
        double work = rate(calibration, row, atFullSpeed(calibration));
        var course = OutageSimulation.of(new Outage(
                OUTAGE_PER_SECOND, work, Double.MAX_VALUE, Assumptions.QUEUED_OF_ONE, OUTAGE, CatchUp.FORWARD));
        int back = Math.toIntExact(OUTAGE.toSeconds());
        figure(row, "pending when it was back")
                .ifPresent(measured -> predictions.add(new RowPrediction(
                        "outage",
                        "pending when it was back",
                        course.moments().get(back - 1).pending(),
                        measured)));
        figure(row, "drained after, s")
                .ifPresent(measured -> predictions.add(new RowPrediction(
                        "outage",
                        "drained after, s",
                        (double) course.caughtUpAfter().toSeconds(),
                        measured)));
    }

    private static OptionalDouble figure(JsonNode row, String name) {
        var figure = row.path("figures").path(name);
        return figure.isNumber() ? OptionalDouble.of(figure.asDouble()) : OptionalDouble.empty();
    }

    private static double atFullSpeed(Calibration calibration) {
        return calibration.worker().at(Double.MAX_VALUE)
                + calibration.broker().at(Double.MAX_VALUE)
                + calibration.sink();
    }

    private static RowPrediction cpuOf(JsonNode row, String id, double predicted) {
        return new RowPrediction(id, "CPU s per 1,000 of all processes", predicted, CalibrationReader.total(row));
    }

    private static RowPrediction rateOf(Calibration calibration, JsonNode row, String id, double cpu) {
        return new RowPrediction(
                id, "deliveries a second", rate(calibration, row, cpu), CalibrationReader.perSecond(row));
    }

    /** With what other programs left of the processors while the row was measured. */
    private static double rate(Calibration calibration, JsonNode row, double cpu) {
        double usable =
                calibration.processors() - row.path("processorsElsewhere").asDouble();
        return 1_000 * usable * calibration.usedShare() / cpu;
    }
}
