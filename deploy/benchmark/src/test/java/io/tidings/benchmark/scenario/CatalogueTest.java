package io.tidings.benchmark.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names on the command line find what is to be measured. */
class CatalogueTest {
    @Test
    void aNumberBehindANameIsWhatItsRowIsAbout() {
        assertThat(Catalogue.of("worker-25")).containsExactly(WorkerAlone.with(25));
        assertThat(Catalogue.of("steady-200")).containsExactly(new Steady(200));
    }

    @Test
    void aGroupIsAllItsRowsInOrder() {
        assertThat(Catalogue.of("limits")).containsExactly(new ClientAlone(), new KafkaAlone());
    }

    @Test
    void nothingHasAnUnknownName() {
        assertThat(Catalogue.of("worker-0")).isEmpty();
        assertThat(Catalogue.of("nonsense-3")).isEmpty();
        assertThat(Catalogue.of("nonsense")).isEmpty();
    }

    @Test
    void theFullSetHasEveryRowThatCanBeNamedAndTheLimitTwice() {
        var ids = Catalogue.of(Catalogue.FULL).stream().map(Scenario::id).toList();

        assertThat(ids).hasSize(23).startsWith("client", "kafka").endsWith("client");
        assertThat(ids).containsAll(ids(Catalogue.QUICK));
    }

    @Test
    void everyRowIsFoundByItsId() {
        for (var scenario : Catalogue.of(Catalogue.FULL)) {
            assertThat(Catalogue.of(scenario.id())).containsExactly(scenario);
        }
    }

    private static List<String> ids(String name) {
        return Catalogue.of(name).stream().map(Scenario::id).toList();
    }
}
