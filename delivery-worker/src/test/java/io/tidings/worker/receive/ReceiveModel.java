package io.tidings.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.HandOut;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.worker.receive.HandOuts.Answer;
import io.tidings.worker.receive.HandOuts.Answer.Done;
import io.tidings.worker.receive.HandOuts.Failure;
import io.tidings.worker.receive.HandOuts.Place;
import io.tidings.worker.receive.HandOuts.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A worker with one queue, its receivers, and what is committed. The worker may end between any two steps; a transaction
 * takes all that was decided, and other steps come before it is committed or aborted. Receivers are told what a committed
 * transaction holds, and nothing else.
 */
final class ReceiveModel {
    private static final String UID = "u1";
    private static final OrderedKey KEY = new OrderedKey(new SubscriptionKey("orders", "billing"), UID, "");
    private static final Terms TERMS = new Terms(Duration.ofMinutes(1), 3);
    private static final List<Duration> DELAYS = List.of(Duration.ZERO, Duration.ofSeconds(10), Duration.ofHours(1));

    private final RandomGenerator random;
    private Instant now = Instant.parse("2026-11-28T20:00:00Z");
    private HandOuts worker = new HandOuts(0);

    // committed
    private final List<HandOut> index = new ArrayList<>();
    private final Set<Place> waiting = new HashSet<>();

    // decided, and lost with the worker
    private List<Place> left = new ArrayList<>();
    private List<Runnable> answers = new ArrayList<>();
    private @Nullable Transaction underWay;

    // what receivers know
    private final List<Received> received = new ArrayList<>();
    private final Set<Place> acknowledged = new HashSet<>();
    private final Map<Place, Integer> counts = new HashMap<>();

    /** Ends that are decided, while their events are read from the log. */
    private List<Runnable> reading = new ArrayList<>();

    /** @param snapshot null if the transaction has none */
    private record Transaction(
            List<HandOut> told,
            List<Place> left,
            List<Runnable> answers,
            @Nullable List<HandOut> snapshot) {}

    private static final class Received {
        private final Place place;
        private final LockToken token;
        private final Instant first;
        private Instant until;
        private boolean settled;

        private Received(Place place, LockToken token, Instant first) {
            this.place = place;
            this.token = token;
            this.first = first;
            this.until = first.plus(TERMS.lock());
        }
    }

    ReceiveModel(RandomGenerator random, int deliveries) {
        this.random = random;
        LongStream.range(0, deliveries).mapToObj(each -> new Place(KEY, each)).forEach(waiting::add);
    }

    void step() {
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> handOut();
            case 4 -> renew();
            case 5 -> release(DELAYS.get(random.nextInt(DELAYS.size())));
            case 6 -> takeBack();
            case 7, 8 -> acknowledge();
            case 9 -> pass(Duration.ofSeconds(random.nextInt(30)));
            case 10 -> pass(Duration.ofSeconds(random.nextInt(10) == 0 ? 3600 : 61));
            case 11 -> cut();
            case 12, 13 -> commit();
            case 14 -> abort();
            case 15 -> reject();
            case 16 -> giveUp();
            case 17, 18 -> read();
            default -> end();
        }
    }

    private void end() {
        if (random.nextBoolean()) {
            drain();
        }
        kill();
    }

    private void handOut() {
        var free = waiting.stream().filter(each -> !left.contains(each)).toList();
        if (free.isEmpty() || (underWay != null && underWay.left().containsAll(free))) {
            return;
        }
        var place = free.get(random.nextInt(free.size()));
        if (underWay != null && underWay.left().contains(place)) {
            return;
        }
        if (worker.exhausted(place, TERMS)) {
            worker.end(place);
            leave(place);
            return;
        }
        var at = now;
        worker.handOut(place, TERMS, new UUID(random.nextLong(), random.nextLong()), at)
                .ifPresent(handed -> answers.add(() -> {
                    assertThat(acknowledged).doesNotContain(place);
                    assertThat(received)
                            .as("nobody else has it")
                            .noneMatch(each -> each.place.equals(place) && !each.settled && each.until.isAfter(at));
                    assertThat(counts.merge(place, 1, Integer::sum))
                            .isEqualTo(handed.count())
                            .isLessThanOrEqualTo(TERMS.most());
                    received.add(new Received(place, handed.token(), at));
                }));
    }

    private void leave(Place place) {
        left.add(place);
        if (random.nextBoolean()) {
            worker.left(place);
        }
    }

    private void renew() {
        var it = any();
        if (it == null) {
            return;
        }
        var at = now;
        var answer = worker.renew(it.token, UID, TERMS, at);
        check(it, answer);
        if (answer instanceof Done) {
            answers.add(() -> {
                var last = it.first.plusSeconds(3600);
                var asked = at.plus(TERMS.lock());
                var until = asked.isAfter(last) ? last : asked;
                it.until = until.isAfter(it.until) ? until : it.until;
            });
        }
    }

    private void release(Duration delay) {
        var it = any();
        if (it != null) {
            var answer = worker.release(it.token, UID, delay, now);
            check(it, answer);
            settleIfDone(it, answer, () -> {});
        }
    }

    private void takeBack() {
        var it = any();
        if (it != null) {
            var answer = worker.takeBack(it.token, UID, now);
            check(it, answer);
            settleIfDone(it, answer, () -> counts.merge(it.place, -1, Integer::sum));
        }
    }

    private void acknowledge() {
        var it = any();
        if (it == null) {
            return;
        }
        var answer = worker.end(it.token, UID, now);
        check(it, answer);
        endOnceRead(it, answer, () -> acknowledged.add(it.place));
    }

    private void endOnceRead(Received it, Answer answer, Runnable then) {
        if (answer instanceof Done) {
            deciding.add(it);
            reading.add(() -> {
                leave(it.place);
                settleIfDone(it, answer, then);
            });
            if (random.nextBoolean()) {
                read();
            }
        }
    }

    private void read() {
        var ends = reading;
        reading = new ArrayList<>();
        ends.forEach(Runnable::run);
    }

    /** Either it ends, or its subscription cannot be read, and it goes on. */
    private void reject() {
        var it = any();
        if (it == null) {
            return;
        }
        var answer = worker.end(it.token, UID, now);
        check(it, answer);
        if (random.nextBoolean()) {
            endOnceRead(it, answer, () -> {});
        } else {
            goesOnOnceRead(it, answer);
        }
    }

    /** Its receiver is told that nothing has ended, and may use its token as long as its lock lasts. */
    private void goesOnOnceRead(Received it, Answer answer) {
        if (answer instanceof Done) {
            deciding.add(it);
            reading.add(() -> {
                assertThat(worker.goesOn(it.place)).isTrue();
                deciding.remove(it);
            });
            if (random.nextBoolean()) {
                read();
            }
        }
    }

    private void giveUp() {
        for (var place : worker.exhausted(_ -> TERMS.most(), 10)) {
            boolean ends =
                    left.contains(place) || (underWay != null && underWay.left().contains(place));
            if (!ends && waiting.contains(place)) {
                worker.end(place);
                leave(place);
            }
        }
    }

    private void settleIfDone(Received it, Answer answer, Runnable then) {
        if (answer instanceof Done(var place)) {
            assertThat(place).isEqualTo(it.place);
            deciding.add(it);
            answers.add(() -> {
                it.settled = true;
                then.run();
            });
        }
    }

    /** Those whose end is decided, and not committed. */
    private final Set<Received> deciding = new HashSet<>();

    private void check(Received it, Answer answer) {
        boolean valid = !it.settled && !deciding.contains(it) && now.isBefore(it.until);
        if (valid && answer instanceof Answer.Failed(var why)) {
            assertThat(why).as("a valid token").isNotEqualTo(Failure.LOST);
        }
        if (it.settled) {
            assertThat(answer).isInstanceOf(Answer.Failed.class);
        }
    }

    private @Nullable Received any() {
        return received.isEmpty() ? null : received.get(random.nextInt(received.size()));
    }

    private void pass(Duration time) {
        now = now.plus(time);
        var _ = worker.takeOver(now);
    }

    private void cut() {
        if (underWay == null) {
            var told = worker.takeUntold();
            underWay = new Transaction(told, left, answers, random.nextInt(3) == 0 ? worker.snapshot() : null);
            left = new ArrayList<>();
            answers = new ArrayList<>();
        }
    }

    private void commit() {
        if (underWay != null) {
            index.addAll(underWay.told());
            if (underWay.snapshot() != null) {
                index.clear();
                index.addAll(underWay.snapshot());
            }
            underWay.left().forEach(waiting::remove);
            underWay.left().forEach(worker::left);
            underWay.answers().forEach(Runnable::run);
            underWay = null;
        }
    }

    private void abort() {
        if (underWay != null) {
            worker.giveBack(underWay.told());
            left.addAll(0, underWay.left());
            answers.addAll(0, underWay.answers());
            underWay = null;
        }
    }

    private void drain() {
        commit();
        cut();
        commit();
    }

    private void kill() {
        underWay = null;
        left = new ArrayList<>();
        answers = new ArrayList<>();
        reading = new ArrayList<>();
        deciding.clear();
        worker = new HandOuts(0);
        if (random.nextBoolean()) {
            snapshot();
        }
        index.forEach(worker::restore);
        var out = worker.begin(waiting::contains, now);
        received.stream()
                .filter(each -> !each.settled && now.isBefore(each.until))
                .forEach(each -> assertThat(out).contains(each.place));
    }

    /** Another owner has been there, and has told the whole state. */
    private void snapshot() {
        var other = new HandOuts(0);
        index.forEach(other::restore);
        var _ = other.begin(waiting::contains, now);
        index.clear();
        index.addAll(other.snapshot());
    }

    /** Nothing is lost: whatever was not ended can be received, or is given up. */
    void checkEnd() {
        read();
        drain();
        pass(Duration.ofHours(2));
        for (var place : List.copyOf(waiting)) {
            boolean comes = worker.exhausted(place, TERMS)
                    || worker.handOut(place, TERMS, UUID.randomUUID(), now).isPresent();
            assertThat(comes).as("%s comes", place).isTrue();
        }
        assertThat(waiting).noneMatch(acknowledged::contains);
    }
}
