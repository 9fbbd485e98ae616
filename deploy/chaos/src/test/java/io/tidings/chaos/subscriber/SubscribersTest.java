package io.tidings.chaos.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.chaos.subscriber.DeliveryOptions.Address;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SubscribersTest {
    private final Subscribers subscribers = new Subscribers(EndpointProfile.USUAL, 4, 8);

    @Test
    void everyEventMatchesTwoOfTwenty() {
        assertThat(subscribers.staying()).hasSize(20);
        assertThat(LongStream.range(0, 100).boxed())
                .allSatisfy(number -> assertThat(subscribers.matching(number))
                        .hasSize(2)
                        .allMatch(subscriber -> subscriber.matches(number)));
    }

    @Test
    void thoseThatComeAndGoMatchATenthOfAType() {
        assertThat(LongStream.range(0, 2_000)
                        .mapToObj(subscribers::passingMatching)
                        .filter(matching -> !matching.isEmpty()))
                .hasSize(100);
    }

    @Test
    void eightOfTwentyFailOrAreSlow() {
        assertThat(subscribers.staying())
                .filteredOn(each -> each.behaviour() != EndpointBehaviour.OK)
                .hasSize(8);
    }

    @Test
    void batchesConvertedEventsNamesAndHttpsAreAmongThem() {
        assertThat(subscribers.staying())
                .filteredOn(each -> each.delivery().batching())
                .hasSize(5);
        assertThat(subscribers.staying())
                .filteredOn(each -> each.delivery().schema() != ChaosEvents.schema(each.type()))
                .hasSize(5);
        assertThat(subscribers.staying())
                .filteredOn(each -> each.delivery().address() == Address.NAMED)
                .hasSize(5);
        assertThat(subscribers.staying())
                .filteredOn(each -> each.delivery().address() == Address.SECURE)
                .hasSize(4);
    }

    @Test
    void signedAuthenticatedAndDifferentlyRetriedOnesAreAmongThem() {
        assertThat(subscribers.staying())
                .filteredOn(each -> each.extras().signed())
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.json(1, 2, "")).contains("\"secret\":\"whsec_"));
        assertThat(subscribers.staying())
                .filteredOn(each -> each.extras().authenticated())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.json(1, 2, "")).contains("http://127.0.0.1:1/token"));
        assertThat(subscribers.staying())
                .filteredOn(each -> each.extras().identity() != null)
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.json(1, 2, ""))
                        .contains("https://", "\"identity\":\"" + each.extras().identity(), "\"trust\":\"campaign\""))
                .extracting(each -> each.extras().identity())
                .contains(DeliveryExtras.PARTNER, DeliveryExtras.AUDITOR);
        assertThat(subscribers.staying())
                .filteredOn(each -> !each.extras().schedule().isEmpty())
                .singleElement()
                .satisfies(each -> assertThat(each.json(1, 2, "")).contains("\"schedule\":[\"PT15S\",\"PT45S\"]"));
    }

    @Test
    void oneClimbsHigherThanTheOthers() {
        assertThat(subscribers.staying())
                .filteredOn(each -> each.maxAttempts() == 8)
                .singleElement()
                .satisfies(each -> assertThat(each.behaviour()).isEqualTo(EndpointBehaviour.FAILING));
    }

    @Test
    void someHaveWishesIfTheCampaignAsksForThem() {
        assertThat(subscribers.staying())
                .allMatch(each -> each.extras().wishes().equals(Wishes.NONE));
        var wishing = new Subscribers(EndpointProfile.USUAL, 4, 8, 30, false);
        assertThat(wishing.staying())
                .filteredOn(each -> !each.extras().wishes().equals(Wishes.NONE))
                .hasSize(5);
        assertThat(wishing.held().json(1, 2, "")).contains("\"tidings\":{\"whilePaused\":\"hold\"}");
        assertThat(wishing.gone().behaving(EndpointBehaviour.GONE).json(1, 2, ""))
                .contains("/gone/", "\"gone\":\"pause\"");
        var late = wishing.begin().orElseThrow();
        assertThat(late.json(1, 2, "")).contains("\"start\":\"earliest\"");
        assertThat(wishing.all()).contains(late).hasSize(26);
    }

    @Test
    void aFifthAreQueuesIfTheCampaignAsksForThem() {
        assertThat(subscribers.queues()).isEmpty();
        var queueing = new Subscribers(EndpointProfile.USUAL, 4, 8, 30, true);
        assertThat(queueing.staying()).hasSize(20).containsAll(queueing.queues());
        assertThat(queueing.staying())
                .filteredOn(each -> !each.extras().wishes().equals(Wishes.NONE))
                .hasSize(5)
                .doesNotContainAnyElementsOf(queueing.queues());
        assertThat(queueing.queues())
                .hasSize(4)
                .allSatisfy(each -> assertThat(each.json(1, 2, ""))
                        .contains("\"deliveryMode\":\"Queue\"", "\"blobContainerName\"")
                        .doesNotContain("\"destination\"", "retryPolicy"));
        assertThat(queueing.queues())
                .filteredOn(each -> each.json(1, 2, "").contains("\"tidings\":{\"orderBy\":\"subject\"}"))
                .hasSize(1);
        assertThat(queueing.queues())
                .filteredOn(each -> each.json(1, 2, "").contains("\"maxDeliveryCount\":2"))
                .hasSize(1);
    }

    @Test
    void receiversDoEverythingThatTheyCanDo() {
        for (boolean ordered : new boolean[] {false, true}) {
            assertThat(LongStream.range(0, 400).mapToObj(turn -> ReceiverBehaviour.of(turn, 1, ordered)))
                    .contains(ReceiverBehaviour.values());
        }
        assertThat(LongStream.range(200, 400).mapToObj(turn -> ReceiverBehaviour.of(turn, 1, true)))
                .as("what holds up others")
                .doesNotContain(ReceiverBehaviour.HOLD, ReceiverBehaviour.LAPSE, ReceiverBehaviour.RELEASE_LATER);
        assertThat(LongStream.range(0, 400).mapToObj(turn -> ReceiverBehaviour.of(turn, 2, false)))
                .as("what is received again")
                .doesNotContain(ReceiverBehaviour.LAPSE, ReceiverBehaviour.RELEASE_LATER);
    }

    @Test
    void anEventIsKnownByItsNumber() {
        assertThat(ChaosEvents.number(ChaosEvents.id(4_711))).isEqualTo(4_711);
        assertThat(ChaosEvents.id(4_711)).hasSize(12);
        assertThatThrownBy(() -> ChaosEvents.number("order-1")).hasMessageContaining("order-1");
    }
}
