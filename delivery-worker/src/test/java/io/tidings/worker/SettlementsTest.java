package io.tidings.worker;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.lane.LockToken;
import io.tidings.worker.WaitingReader.Found;
import io.tidings.worker.desk.TokenAction;
import io.tidings.worker.desk.TokenResult;
import io.tidings.worker.dispatch.HandedOut;
import io.tidings.worker.dispatch.ReceivedEnd;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.receive.HandOuts.Failure;
import io.tidings.worker.receive.HandOuts.Terms;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PULL-1, B-PULL-2: what receivers say of events holds when it is committed. */
class SettlementsTest {
    private static final Terms TERMS = new Terms(Duration.ofMinutes(1), 2);
    private static final String UID = Examples.newDelivery().uid();

    private final QueueLog log = new QueueLog();
    private final OrderedDeliveries order = log.order();
    private final List<String> ended = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();
    private final HandedOut handedOut = new HandedOut(1_000);
    private final Settlements settlements =
            new Settlements(this::read, handedOut, new Told(), () -> new ClockReading(now(), 0));
    private Instant now = NOON;
    private boolean readable = true;

    private record Reading(Collection<Long> offsets, Consumer<Found> report) {}

    private final class Told implements Settlements.Ends {
        @Override
        public boolean end(PolledDelivery polled, ReceivedEnd end, int times, ClockReading reading) {
            if (readable) {
                ended.add(end + " " + times);
                order.waiting().results().finish(polled.offset(), null, List.of(), order.ended(polled));
            } else {
                order.goesOn(polled);
            }
            return readable;
        }

        @Override
        public void lost(Wanted wanted) {
            ended.add("lost " + wanted.offset());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEventEndsOnceAndItsReceiverIsToldWhenThatIsCommitted(boolean acknowledged) {
        var token = received();
        var action = acknowledged ? new TokenAction.Acknowledge() : new TokenAction.Reject();

        var answer = settle(action, token);
        var again = settle(action, token);
        settlements.advance();
        report(this::whole);
        settlements.advance();
        assertThat(answer).isNotDone();
        assertThat(settlements.hurry()).isTrue();
        log.commit();
        settlements.advance();

        assertThat(answer.getNow(null)).containsExactly(new TokenResult(token, null));
        assertThat(again.getNow(null)).containsExactly(new TokenResult(token, Failure.LOST));
        assertThat(ended).containsExactly(acknowledged ? "ACKNOWLEDGED 1" : "REJECTED 1");
        assertThat(order.waitingDeliveries()).isZero();
        assertThat(settlements.hurry()).isFalse();
    }

    @Test
    void whatWasHandedOutAMomentAgoIsNotReadAgain() {
        log.publish();
        var polled = log.load(_ -> 1).getFirst();
        var token = handOut(polled);
        handedOut.put(polled);

        var answer = settle(new TokenAction.Acknowledge(), token);
        settlements.advance();
        log.commit();
        settlements.advance();

        assertThat(readings).isEmpty();
        assertThat(answer).isCompleted();
        assertThat(ended).containsExactly("ACKNOWLEDGED 1");
        assertThat(order.waitingDeliveries()).isZero();
    }

    @Test
    void whatCouldNotBeReadIsReadAgain() {
        var token = received();
        var answer = settle(new TokenAction.Acknowledge(), token);
        settlements.advance();
        report(_ -> Found.NOTHING);
        assertThat(ended).isEmpty();

        settlements.advance();
        report(this::whole);
        settlements.advance();
        log.commit();
        settlements.advance();

        assertThat(answer).isCompleted();
        assertThat(ended).containsExactly("ACKNOWLEDGED 1");
    }

    /** Nobody knows where its dead letter goes; its receiver may ask again while its lock lasts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEventThatGoesOnIsNoSuccess(boolean inMemory) {
        log.publish();
        var polled = log.load(_ -> 1).getFirst();
        var token = handOut(polled);
        if (inMemory) {
            handedOut.put(polled);
        }
        readable = false;
        var answer = settle(new TokenAction.Reject(), token);
        settlements.advance();
        readings.stream().toList().forEach(_ -> report(this::whole));
        settlements.advance();

        assertThat(answer.getNow(null)).containsExactly(new TokenResult(token, Failure.UNAVAILABLE));
        assertThat(log.load(_ -> 10)).as("its lock lasts").isEmpty();
        readable = true;
        var again = settle(new TokenAction.Reject(), token);
        settlements.advance();
        report(this::whole);
        log.commit();
        settlements.advance();
        assertThat(again.getNow(null)).containsExactly(new TokenResult(token, null));
        assertThat(ended).containsExactly("REJECTED 1");
    }

    /** The log was damaged: its receiver had the event, and nobody gets it again. */
    @Test
    void anEventThatTheLogHasNoMoreIsCountedAsLost() {
        var token = received();
        var answer = settle(new TokenAction.Acknowledge(), token);
        settlements.advance();
        report(_ -> new Found(Map.of(), Long.MAX_VALUE));
        log.commit();
        settlements.advance();

        assertThat(answer).isCompleted();
        assertThat(ended).containsExactly("lost 70");
        assertThat(order.waitingDeliveries()).isZero();
    }

    @Test
    void aReleasedEventComesBackAfterItsDelay() {
        var answer = settle(new TokenAction.Release(Duration.ofSeconds(10)), received());
        log.commit();
        settlements.advance();

        assertThat(answer).isCompleted();
        assertThat(readings).isEmpty();
        assertThat(order.handOuts().takeOver(NOON.plusSeconds(9))).isEmpty();
        assertThat(order.handOuts().takeOver(NOON.plusSeconds(10))).hasSize(1);
    }

    @Test
    void aRenewedLockLastsLonger() {
        var token = received();
        now = NOON.plusSeconds(50);
        var answer = settle(new TokenAction.Renew(), token);
        log.commit();
        settlements.advance();

        assertThat(answer.getNow(null)).containsExactly(new TokenResult(token, null));
        assertThat(order.handOuts().nextEnd()).contains(NOON.plusSeconds(110));
    }

    @Test
    void anAnswerThatTheWorkerCannotGiveAnyMoreFails() {
        var ending = settle(new TokenAction.Acknowledge(), received());
        settlements.advance();
        var released = settle(new TokenAction.Release(Duration.ZERO), received());
        order.waiting().disown();
        settlements.advance();
        report(this::whole);

        assertThat(ending).isCompletedExceptionally();
        assertThat(released).isCompletedExceptionally();
        assertThat(ended).isEmpty();
    }

    @Test
    void whatWasReceivedAsOftenAsItMayIsGivenUpThoughNobodyAsks() {
        for (int time = 0; time < 2; time++) {
            var _ = received(time == 0);
            now = now.plusSeconds(60);
            order.handOuts().takeOver(now).forEach(order::putBack);
            settlements.giveUp(List.of(order.waiting()), _ -> 3);
        }
        assertThat(settlements.hurry()).isFalse();

        settlements.giveUp(List.of(order.waiting()), _ -> 2);
        settlements.giveUp(List.of(order.waiting()), _ -> 2);
        settlements.advance();
        assertThat(log.load(_ -> 10)).as("nobody else gets it").isEmpty();
        report(this::whole);
        log.commit();
        settlements.advance();

        assertThat(ended).containsExactly("EXHAUSTED 2");
        assertThat(order.waitingDeliveries()).isZero();
    }

    private LockToken received() {
        return received(true);
    }

    /** A receiver has got an event, and knows it. */
    private LockToken received(boolean published) {
        if (published) {
            log.publish();
        }
        return handOut(log.load(_ -> 1).getFirst());
    }

    private LockToken handOut(PolledDelivery polled) {
        var place = Objects.requireNonNull(order.place(polled));
        var handed = order.handOuts().handOut(place, TERMS, UUID.randomUUID(), now);
        order.decided();
        log.commit();
        return handed.orElseThrow().token();
    }

    private CompletableFuture<List<TokenResult>> settle(TokenAction action, LockToken token) {
        return settlements.settle(order, UID, action, TERMS, List.of(token)).toCompletableFuture();
    }

    private void read(TopicPartition partition, Collection<Long> offsets, Consumer<Found> report) {
        assertThat(partition).isEqualTo(order.waiting().partition());
        readings.add(new Reading(offsets, report));
    }

    private void report(Function<Collection<Long>, Found> found) {
        var reading = readings.removeFirst();
        reading.report().accept(found.apply(reading.offsets()));
    }

    private Found whole(Collection<Long> offsets) {
        return new Found(offsets.stream().collect(Collectors.toMap(Function.identity(), log::read)), Long.MAX_VALUE);
    }

    private Instant now() {
        return now;
    }
}
