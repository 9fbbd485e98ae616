package io.tidings.benchmark.campaign.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.benchmark.campaign.endpoint.Conduct;
import io.tidings.benchmark.campaign.publish.Delivery.Address;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RosterTest {
    private final Roster roster = new Roster(Profile.USUAL, 4, 8);

    @Test
    void everyEventMatchesTwoOfTwenty() {
        assertThat(roster.staying()).hasSize(20);
        assertThat(LongStream.range(0, 100).boxed())
                .allSatisfy(number -> assertThat(roster.matching(number))
                        .hasSize(2)
                        .allMatch(subscriber -> subscriber.matches(number)));
    }

    @Test
    void thoseThatComeAndGoMatchATenthOfAType() {
        assertThat(LongStream.range(0, 2_000).mapToObj(roster::passingMatching).filter(matching -> !matching.isEmpty()))
                .hasSize(100);
    }

    @Test
    void eightOfTwentyFailOrAreSlow() {
        assertThat(roster.staying())
                .filteredOn(each -> each.conduct() != Conduct.OK)
                .hasSize(8);
    }

    @Test
    void batchesConvertedEventsNamesAndHttpsAreAmongThem() {
        assertThat(roster.staying())
                .filteredOn(each -> each.delivery().batching())
                .hasSize(5);
        assertThat(roster.staying())
                .filteredOn(each -> each.delivery().schema() != Events.schema(each.type()))
                .hasSize(5);
        assertThat(roster.staying())
                .filteredOn(each -> each.delivery().address() == Address.NAMED)
                .hasSize(5);
        assertThat(roster.staying())
                .filteredOn(each -> each.delivery().address() == Address.SECURE)
                .hasSize(4);
    }

    @Test
    void oneClimbsHigherThanTheOthers() {
        assertThat(roster.staying())
                .filteredOn(each -> each.maxAttempts() == 8)
                .singleElement()
                .satisfies(each -> assertThat(each.conduct()).isEqualTo(Conduct.FAILING));
    }

    @Test
    void anEventIsKnownByItsNumber() {
        assertThat(Events.number(Events.id(4_711))).isEqualTo(4_711);
        assertThat(Events.id(4_711)).hasSize(12);
        assertThatThrownBy(() -> Events.number("order-1")).hasMessageContaining("order-1");
    }
}
