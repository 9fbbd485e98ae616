package io.tidings.benchmark;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.benchmark.model.CalibrationReader;
import io.tidings.benchmark.model.RowPrediction;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * What the model says about rows of which it knows nothing, beside what was measured: the files are what the
 * benchmark wrote on 23 November, without threads, settings and aims, while other programs used half of the machine.
 */
class RowPredictionTest {
    private static final double FIFTH = 0.2;

    @Test
    void ratesCostsAndTimesAreWithinAFifthOfWhatWasMeasured() throws IOException {
        var predictions = RowPrediction.of(ModelMain.shipped(), measured("measured.json"));

        assertThat(predictions.stream().map(RowPrediction::row).collect(toSet()))
                .containsExactlyInAnyOrder("worker-1", "pipeline-4", "steady-1000", "outage");
        assertThat(predictions.stream().filter(each -> !contended(each)))
                .allSatisfy(each -> assertThat(each.error()).isBetween(-FIFTH, FIFTH));
    }

    /** These rows were measured after the simulation had got its last correction. */
    @Test
    void aSecondRunIsPredictedAsWell() throws IOException {
        assertThat(RowPrediction.of(ModelMain.shipped(), measured("measured-again.json")))
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.error()).isBetween(-FIFTH, FIFTH));
    }

    /** A busy machine makes CPU itself dearer, which the model does not know. */
    @Test
    void cpuAtFullSpeedIsWithinAQuarter() throws IOException {
        assertThat(RowPrediction.of(ModelMain.shipped(), measured("measured.json")).stream()
                        .filter(RowPredictionTest::contended))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.error()).isBetween(-0.25, 0.25));
    }

    @Test
    void rowsOfTheCalibrationAreNotPredicted() throws IOException {
        assertThat(RowPrediction.of(ModelMain.shipped(), json("{\"rows\": [{\"id\": \"worker-10\"}]}")))
                .isEmpty();
    }

    @Test
    void theCalibrationIsReadFromTheRowsOfABenchmark() throws IOException {
        var calibration = ModelMain.shipped();

        assertThat(calibration.processors()).isEqualTo(2);
        assertThat(calibration.usedShare()).isCloseTo(0.85, within(0.01));
        assertThat(calibration.workerPerSecond()).isCloseTo(40_000, within(1.0));
        assertThat(calibration.worker().at(500)).isEqualTo(0.31);
        assertThat(calibration.matching().perDelivery(1)).isCloseTo(0.007, within(1e-9));
        assertThat(calibration.matching().perDelivery(10)).isCloseTo(0.002, within(1e-9));
    }

    @Test
    void aRowThatIsMissingIsNamed() throws IOException {
        var results = json("{\"run\": {\"machine\": \"4 processors, Linux\"}, \"rows\": []}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CalibrationReader(results).calibration())
                .withMessageContaining("worker-10")
                .withMessageContaining("--rows");
    }

    private static boolean contended(RowPrediction prediction) {
        return prediction.figure().equals("CPU s per 1,000 of all processes");
    }

    private static JsonNode measured(String name) throws IOException {
        try (var file = RowPredictionTest.class.getResourceAsStream("model/" + name)) {
            return new ObjectMapper().readTree(file);
        }
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }
}
