package io.tidings.worker.dispatch;

import static io.tidings.worker.Examples.LANE;
import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.worker.Examples;
import io.tidings.worker.QueueLog;
import io.tidings.worker.dispatch.Receive.Received;
import io.tidings.worker.dispatch.Receivers.Offer;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** B-PULL-2, B-PULL-3: receivers are told what is committed, in turn. */
class ReceiversTest {
    private static final QueueDestination QUEUE = new QueueDestination(Duration.ofMinutes(1), 2, null);

    private static final String UID = Examples.newDelivery().uid();

    private final Receivers receivers = new Receivers(UUID::randomUUID, new HandedOut(1_000));
    private final QueueLog log = new QueueLog();
    private final OrderedDeliveries order = log.order();

    @Test
    void aReceiverIsToldOnceItsEventsAreCommitted() {
        log.publish();
        var receive = waiting(10);

        assertThat(offerLoaded()).containsExactly(Offer.TAKEN);
        advance(0);
        assertThat(receive.answer().toCompletableFuture()).isNotDone();
        assertThat(receivers.hurry()).isTrue();
        log.commit();
        advance(0);

        assertThat(events(receive)).singleElement().satisfies(each -> {
            assertThat(each.deliveryCount()).isOne();
            assertThat(each.event()).hasSize(1);
            assertThat(each.token().number()).isEqualTo(LANE.number());
        });
        assertThat(receivers.hurry()).isFalse();
        assertThat(order.handOuts().locked()).isOne();
    }

    /** B-PULL-3: else it comes with the next commit, which is due only after worker.commit.interval. */
    @Test
    void anEventThatComesIsCommittedAtOnceForWhoeverWaits() {
        receivers.appended(log.append());
        assertThat(receivers.hurry()).as("nobody waits").isFalse();

        var _ = waiting(1);
        advance(0);
        assertThat(receivers.hurry()).isTrue();

        log.commitAppended();
        advance(0);
        assertThat(receivers.hurry()).isFalse();
    }

    @Test
    void eventsGoToTheReceiversInTurnAndNotToTwo() {
        for (int event = 0; event < 3; event++) {
            log.publish();
        }
        var first = waiting(2);
        var second = waiting(2);

        assertThat(offerLoaded()).containsOnly(Offer.TAKEN);
        advance(0);
        log.commit();
        advance(0);

        assertThat(events(first)).hasSize(2);
        assertThat(events(second)).hasSize(1);
    }

    /** Its answer is kept in memory, there and on its way. */
    @Test
    void aReceiverGetsNoMoreOnceItHasEnoughBytes() {
        for (int event = 0; event < 3; event++) {
            log.publish(Receive.ENOUGH_BYTES - 1);
        }
        var first = waiting(100);
        var second = waiting(100);

        assertThat(offerLoaded()).containsOnly(Offer.TAKEN);
        advance(0);
        log.commit();
        advance(0);

        assertThat(events(first)).hasSize(2);
        assertThat(events(second)).hasSize(1);
    }

    @Test
    void receiversTogetherGetNoMoreUntilSomeAreTold() {
        int enough = (int) (Receivers.MOST_PROMISED_BYTES / Receive.ENOUGH_BYTES);
        for (int each = 0; each <= enough; each++) {
            log.publish(Receive.ENOUGH_BYTES);
            var _ = waiting(1);
        }

        assertThat(offerLoaded()).filteredOn(Offer.TAKEN::equals).hasSize(enough);
        advance(0);
        assertThat(receivers.demand(LANE)).isZero();
        log.commit();
        advance(0);

        assertThat(offerLoaded()).containsExactly(Offer.TAKEN);
    }

    @Test
    void nothingIsLoadedWithoutReceivers() {
        log.publish();

        assertThat(receivers.demand(LANE)).isZero();
        assertThat(offerLoaded()).isEmpty();
    }

    @Test
    void aReceiverGetsNothingWhenItsTimeIsOver() {
        var receive = waiting(1);

        advance(54);
        assertThat(receive.answer().toCompletableFuture()).isNotDone();
        advance(55);
        assertThat(events(receive)).isEmpty();
        assertThat(receivers.demand(LANE)).isZero();
    }

    @Test
    void whatAReceiverThatIsGoneWasToGetComesBackAndCountsForNothing() {
        log.publish();
        var gone = waiting(1);
        offerLoaded();
        advance(0);
        gone.close();
        log.commit();
        advance(0);
        advance(0);

        var next = waiting(1);
        assertThat(offerLoaded()).containsExactly(Offer.TAKEN);
        advance(0);
        log.commit();
        advance(0);

        assertThat(events(gone)).isEmpty();
        assertThat(events(next)).extracting(Received::deliveryCount).containsExactly(1);
    }

    @Test
    void anEventComesBackWithTheEndOfItsLockUntilItWasReceivedAsOftenAsItMay() {
        log.publish();
        for (int time = 0; time < 2; time++) {
            var receive = waiting(1);
            assertThat(offerLoaded(60L * time)).containsExactly(Offer.TAKEN);
            advance(60L * time);
            log.commit();
            advance(60L * time);
            assertThat(events(receive)).hasSize(1);
            assertThat(offerLoaded(60L * time)).isEmpty();
            advance(60L * time + 60);
        }
        var _ = waiting(1, 1000);
        assertThat(offerLoaded(120)).containsExactly(Offer.EXHAUSTED);
    }

    @Test
    void theEndOfALockIsAwaitedForThoseWhoWait() {
        log.publish();
        var _ = waiting(1);
        offerLoaded();
        advance(0);
        assertThat(receivers.nextEnd(List.of(order.waiting()))).isEmpty();

        var _ = waiting(1);
        assertThat(receivers.nextEnd(List.of(order.waiting()))).contains(NOON.plusSeconds(60));
    }

    @Test
    void theReceiversOfALostNumberAreSentToTheNextOwner() {
        log.publish();
        var receive = waiting(1);
        offerLoaded();
        advance(0);
        order.waiting().disown();
        advance(0);

        assertThat(receive.answer().toCompletableFuture()).isCompletedExceptionally();
    }

    /** Brokers took long, or the worker stood still meanwhile. */
    @Test
    void nobodyIsToldOfAnEventThatSomebodyElseMayHaveByNow() {
        log.publish();
        var late = waiting(1, 1000);
        offerLoaded();
        advance(0);
        advance(60);
        var next = waiting(1, 1000);
        assertThat(offerLoaded(60)).containsExactly(Offer.TAKEN);
        advance(60);
        log.commit();
        advance(61);

        assertThat(events(late)).isEmpty();
        assertThat(events(next)).extracting(Received::deliveryCount).containsExactly(2);
    }

    @Test
    void nobodyIsToldOfItWhenTheSessionEnds() {
        log.publish();
        var late = waiting(1);
        offerLoaded();
        advance(0);
        log.commit();
        receivers.endAll(NOON.plusSeconds(60));

        assertThat(late.answer().toCompletableFuture()).isCompletedExceptionally();
    }

    /** A drain commits what was offered in it, before the line is looked at. */
    @Test
    void whatIsOfferedWhileTheNumberGoesIsTold() {
        log.publish();
        var receive = waiting(1);
        assertThat(offerLoaded()).containsExactly(Offer.TAKEN);
        log.commit();
        order.waiting().disown();
        receivers.advance(List.of(), new ClockReading(NOON, 0));

        assertThat(events(receive)).hasSize(1);
    }

    @Test
    void whatIsCommittedIsToldWhenTheSessionEnds() {
        log.publish();
        var told = waiting(1);
        var waits = waiting(1);
        offerLoaded();
        advance(0);
        log.commit();
        receivers.endAll(NOON);

        assertThat(events(told)).hasSize(1);
        assertThat(waits.answer().toCompletableFuture()).isCompletedExceptionally();
    }

    @Test
    void whatIsNotCommittedWhenTheSessionEndsIsNotTold() {
        log.publish();
        var receive = waiting(1);
        offerLoaded();
        advance(0);
        receivers.endAll(NOON);

        assertThat(receive.answer().toCompletableFuture()).isCompletedExceptionally();
    }

    /** The new owner keeps to the locks. */
    @Test
    void whatIsCommittedIsToldAlthoughTheNumberIsLost() {
        log.publish();
        var receive = waiting(1);
        offerLoaded();
        advance(0);
        log.commit();
        order.waiting().disown();
        advance(0);

        assertThat(events(receive)).hasSize(1);
    }

    @Test
    void whoWaitsForALostNumberIsSentAway() {
        var receive = waiting(1);

        receivers.advance(List.of(), new ClockReading(NOON, 0));

        assertThat(receive.answer().toCompletableFuture()).isCompletedExceptionally();
        assertThat(receivers.demand(LANE)).isZero();
    }

    @Test
    void noMoreReceiversWaitThanAQueueMayHave() {
        for (int each = 0; each < 200; each++) {
            assertThat(receivers.add(LANE, new Receive(UID, 1, NOON))).isTrue();
        }
        assertThat(receivers.add(LANE, new Receive(UID, 1, NOON))).isFalse();
        advance(0);
        assertThat(receivers.add(LANE, new Receive(UID, 1, NOON))).isTrue();
    }

    @Test
    void whoMayReceiveOfAnotherSubscriptionOfThisNameGetsNothing() {
        var other = new Receive("another", 1, NOON.plusSeconds(55));
        assertThat(receivers.add(LANE, other)).isTrue();
        log.publish();

        assertThat(offerLoaded()).containsExactly(Offer.NOT_WANTED);
        assertThat(events(other)).isEmpty();
        assertThat(receivers.demand(LANE)).isZero();
    }

    @Test
    void whoHasGotEventsOfAnotherSubscriptionOfThisNameGetsNoMore() {
        var other = new Receive("another", 2, NOON.plusSeconds(55));
        var event = new Received(new LockToken(LANE.number(), UUID.randomUUID()), "another", 1, new byte[1]);
        other.take(event, order, NOON.plusSeconds(60));
        assertThat(receivers.add(LANE, other)).isTrue();
        log.publish();

        assertThat(offerLoaded()).containsExactly(Offer.NOT_WANTED);
        assertThat(other.got()).containsExactly(event);
    }

    @Test
    void theFirstEventOfAQueueIsLookedAtThoughNobodyWaits() {
        log.publish();
        log.publish();
        receivers.look(LANE.subscription());

        assertThat(receivers.demand(LANE)).isOne();
        receivers.lookOn(LANE.subscription());
        assertThat(receivers.demand(LANE)).as("the first one had expired").isEqualTo(2);
        receivers.looked(LANE.subscription());
        assertThat(receivers.demand(LANE)).isZero();
        receivers.lookOn(LANE.subscription());
        assertThat(receivers.demand(LANE)).isZero();
    }

    private Receive waiting(int most) {
        return waiting(most, 55);
    }

    private Receive waiting(int most, int seconds) {
        var receive = new Receive(UID, most, NOON.plusSeconds(seconds));
        assertThat(receivers.add(LANE, receive)).isTrue();
        return receive;
    }

    private List<Offer> offerLoaded() {
        return offerLoaded(0);
    }

    /** Loads what receivers want, and offers it. */
    private List<Offer> offerLoaded(long second) {
        return log.load(receivers::demand).stream()
                .map(each -> offered(each, second))
                .toList();
    }

    private Offer offered(PolledDelivery polled, long second) {
        var offer = receivers.offer(polled, QUEUE, NOON.plusSeconds(second));
        if (offer == Offer.NOT_WANTED) {
            order.putBack(polled);
        }
        return offer;
    }

    private void advance(long second) {
        receivers.advance(List.of(order.waiting()), new ClockReading(NOON.plusSeconds(second), second));
    }

    private static List<Received> events(Receive receive) {
        return receive.answer().toCompletableFuture().getNow(null);
    }
}
