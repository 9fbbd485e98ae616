package io.tidings.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.chaos.fault.ClusterSize;
import io.tidings.chaos.subscriber.EndpointProfile;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class FaultCatalogueTest {
    @Test
    void theSameSeedGivesTheSameMix() {
        assertThat(mix(7)).isEqualTo(mix(7)).isNotEqualTo(mix(8));
    }

    @Test
    void everyNameStandsForFaults() {
        var catalogue = new FaultCatalogue(ClusterSize.large(3, false, EndpointProfile.USUAL), new Random(1));

        assertThat(FaultCatalogue.NAMES)
                .allSatisfy(name -> assertThat(catalogue.each(name)).isNotEmpty());
    }

    @Test
    void whoAsksForAnotherIsToldWhatThereIs() {
        var catalogue = new FaultCatalogue(ClusterSize.small(), new Random(1));

        assertThatThrownBy(() -> catalogue.each("quake"))
                .hasMessageContaining("quake")
                .hasMessageContaining("kill");
    }

    @RepeatedTest(50)
    void twoAtOnceDoNotTouchTheSame(RepetitionInfo run) {
        var catalogue = new FaultCatalogue(
                ClusterSize.large(3, false, EndpointProfile.USUAL), new Random(run.getCurrentRepetition()));

        var pair = catalogue.pair(FaultCatalogue.NAMES);

        assertThat(pair).hasSize(2);
        assertThat(Collections.disjoint(
                        pair.getFirst().victims(), pair.getLast().victims()))
                .isTrue();
    }

    @Test
    void aFaultThatHasNoMatchComesAlone() {
        var catalogue = new FaultCatalogue(ClusterSize.large(3, false, EndpointProfile.USUAL), new Random(1));

        assertThat(catalogue.pair(List.of("links"))).hasSize(1);
    }

    private static List<String> mix(long seed) {
        var catalogue = new FaultCatalogue(ClusterSize.large(3, false, EndpointProfile.USUAL), new Random(seed));
        return Stream.generate(() -> catalogue.any(FaultCatalogue.NAMES).what())
                .limit(20)
                .toList();
    }
}
