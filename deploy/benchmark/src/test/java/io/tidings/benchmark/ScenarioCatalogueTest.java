package io.tidings.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.benchmark.scenario.ClientOnlyScenario;
import io.tidings.benchmark.scenario.ConsoleScenario;
import io.tidings.benchmark.scenario.KafkaOnlyScenario;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.scenario.SteadyLoadScenario;
import io.tidings.benchmark.scenario.WorkerOnlyScenario;
import io.tidings.benchmark.trouble.OverloadScenario;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names on the command line find what is to be measured. */
class ScenarioCatalogueTest {
    @Test
    void aNumberBehindANameIsWhatItsRowIsAbout() {
        assertThat(ScenarioCatalogue.of("worker-25")).containsExactly(WorkerOnlyScenario.with(25));
        assertThat(ScenarioCatalogue.of("steady-200")).containsExactly(new SteadyLoadScenario(200));
        assertThat(ScenarioCatalogue.of("console-500")).containsExactly(new ConsoleScenario(500));
        assertThat(ScenarioCatalogue.of("overload-3")).containsExactly(new OverloadScenario(3));
    }

    @Test
    void aGroupIsAllItsRowsInOrder() {
        assertThat(ScenarioCatalogue.of("limits")).containsExactly(ClientOnlyScenario.PLAIN, new KafkaOnlyScenario());
    }

    @Test
    void nothingHasAnUnknownName() {
        assertThat(ScenarioCatalogue.of("worker-0")).isEmpty();
        assertThat(ScenarioCatalogue.of("nonsense-3")).isEmpty();
        assertThat(ScenarioCatalogue.of("nonsense")).isEmpty();
    }

    @Test
    void theFullSetHasEveryRowThatMeasuresSpeedAndTheLimitTwice() {
        var ids = ScenarioCatalogue.of(ScenarioCatalogue.FULL).stream()
                .map(Scenario::id)
                .toList();

        assertThat(ids).hasSize(51).startsWith("client", "kafka").endsWith("client");
        assertThat(ids).containsAll(ids(ScenarioCatalogue.QUICK));
    }

    @Test
    void everyRowIsFoundByItsId() {
        var all = Stream.of(ScenarioCatalogue.FULL, "agents", "overloads")
                .flatMap(group -> ScenarioCatalogue.of(group).stream());
        for (var scenario : all.toList()) {
            assertThat(ScenarioCatalogue.of(scenario.id())).containsExactly(scenario);
        }
    }

    private static List<String> ids(String name) {
        return ScenarioCatalogue.of(name).stream().map(Scenario::id).toList();
    }
}
