package io.tidings.benchmark.campaign.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.benchmark.campaign.publish.Profile;
import io.tidings.benchmark.campaign.town.Size;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    @Test
    void theSameSeedGivesTheSameMix() {
        assertThat(mix(7)).isEqualTo(mix(7)).isNotEqualTo(mix(8));
    }

    @Test
    void everyNameStandsForFaults() {
        var catalogue = new Catalogue(Size.large(3, false, Profile.USUAL), new Random(1));

        assertThat(Catalogue.NAMES)
                .allSatisfy(name -> assertThat(catalogue.each(name)).isNotEmpty());
    }

    @Test
    void whoAsksForAnotherIsToldWhatThereIs() {
        var catalogue = new Catalogue(Size.small(), new Random(1));

        assertThatThrownBy(() -> catalogue.each("quake"))
                .hasMessageContaining("quake")
                .hasMessageContaining("kill");
    }

    @RepeatedTest(50)
    void twoAtOnceDoNotTouchTheSame(RepetitionInfo run) {
        var catalogue = new Catalogue(Size.large(3, false, Profile.USUAL), new Random(run.getCurrentRepetition()));

        var pair = catalogue.pair(Catalogue.NAMES);

        assertThat(pair).hasSize(2);
        assertThat(Collections.disjoint(
                        pair.getFirst().victims(), pair.getLast().victims()))
                .isTrue();
    }

    @Test
    void aFaultThatHasNoMatchComesAlone() {
        var catalogue = new Catalogue(Size.large(3, false, Profile.USUAL), new Random(1));

        assertThat(catalogue.pair(List.of("links"))).hasSize(1);
    }

    private static List<Fault> mix(long seed) {
        var catalogue = new Catalogue(Size.large(3, false, Profile.USUAL), new Random(seed));
        return Stream.generate(() -> catalogue.any(Catalogue.NAMES)).limit(20).toList();
    }
}
