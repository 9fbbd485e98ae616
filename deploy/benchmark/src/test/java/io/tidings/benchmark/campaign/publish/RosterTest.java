package io.tidings.benchmark.campaign.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.benchmark.campaign.endpoint.Conduct;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RosterTest {
    private final Roster roster = new Roster();

    @Test
    void everyEventMatchesTwoOfTwenty() {
        assertThat(roster.staying()).hasSize(20);
        assertThat(LongStream.range(0, 100).boxed())
                .allSatisfy(number -> assertThat(roster.matching(number))
                        .hasSize(2)
                        .allMatch(subscriber -> subscriber.type() == Events.type(number)));
    }

    @Test
    void threeOfTenFailOrAreSlow() {
        assertThat(roster.staying())
                .filteredOn(each -> each.conduct() != Conduct.OK)
                .hasSize(6);
    }

    @Test
    void anEventIsKnownByItsNumber() {
        assertThat(Events.number(Events.json(4_711).getBytes(UTF_8))).isEqualTo(4_711);
        assertThat(Events.id(4_711)).hasSize(12);
        assertThatThrownBy(() -> Events.number("{}".getBytes(UTF_8))).hasMessageContaining("{}");
    }
}
