package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.lane.OrderedKey;
import io.tidings.worker.schedule.KeyQueues.Appended;
import io.tidings.worker.schedule.KeyQueues.Bounds;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** B-LANE-2: what a key that failed costs, with arrivals that go on: a simulation with an endpoint that takes 20 ms. */
class OrderedArrivalsTest {
    private static final Duration RESPONSE = Duration.ofMillis(20);
    private static final Duration COMMIT = Duration.ofMillis(200);
    private static final Duration LOAD = Duration.ofMillis(5);
    private static final Duration TIER = Duration.ofSeconds(10);

    private final KeyQueues<Long> queues = new KeyQueues<>(new Bounds(2_000, 200, 20_000), _ -> 1);
    private final PriorityQueue<Step> agenda = new PriorityQueue<>();
    private final Map<Long, OrderedKey> keys = new HashMap<>();
    private final Map<OrderedKey, Long> latest = new HashMap<>();
    private final List<Long> log = new ArrayList<>();
    private List<Long> appending = new ArrayList<>();
    private LongPredicate fails = _ -> false;
    private long now;
    private long steps;
    private long published;
    private long delivered;
    private long attempts;
    private boolean loading;

    private record Step(long at, long number, Runnable what) implements Comparable<Step> {
        @Override
        public int compareTo(Step other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    @Test
    void aBurstBehindAFailedHeadDrainsWhileEventsArrive() {
        fails = attempt -> attempt == 1;
        burst(1, 401);
        arrivals(1, 30, Duration.ofMinutes(2));
        run(Duration.ofSeconds(60));
        // 30 events in a second arrive and 50 leave: 401 and those of 10 s need 701 / 20 = 35 s.
        assertThat(published - delivered)
                .as("the backlog is gone within a minute")
                .isLessThan(5);
        run(Duration.ofMinutes(2));
        assertThat(delivered).isEqualTo(published);
        assertThat(log.size()).as("each waiting event is written once").isLessThan((int) published);
        assertThat(attempts).as("nothing is sent twice").isEqualTo(published + 1);
    }

    @Test
    void theBacklogOfOneFailedHeadIsGoneWithinTwiceItsLength() {
        arrivals(1, 30, Duration.ofMinutes(3));
        fails = attempt -> attempt == 100;
        run(Duration.ofSeconds(3 + 10 + 20));
        assertThat(published - delivered).isLessThan(5);
    }

    @Test
    void fiveMinutesOfOutageAreMadeUpForAtOneRoundTripPerEvent() {
        arrivals(1, 30, Duration.ofMinutes(5));
        fails = _ -> now < Duration.ofMinutes(5).toMillis();
        run(Duration.ofMinutes(5));
        assertThat(delivered).isZero();
        // The head comes back within 10 s; then 50 leave in a second.
        run(Duration.ofSeconds(15 + published / 50));
        assertThat(delivered).isEqualTo(published);
        assertThat(log.size()).isLessThanOrEqualTo((int) published);
    }

    @Test
    void tenThousandKeysDrainSideBySide() {
        fails = attempt -> attempt <= 10_000;
        for (int round = 0; round < 3; round++) {
            for (int key = 0; key < 10_000; key++) {
                publish(key);
            }
        }
        run(Duration.ofSeconds(40));
        assertThat(delivered).isEqualTo(30_000);
        assertThat(log.size()).isLessThanOrEqualTo(20_000);
    }

    private void burst(int key, int events) {
        for (int i = 0; i < events; i++) {
            publish(key);
        }
    }

    private void arrivals(int key, int perSecond, Duration length) {
        for (long i = 0; i < length.toSeconds() * perSecond; i++) {
            at(Duration.ofMillis(i * 1000 / perSecond), () -> publish(key));
        }
    }

    private void publish(int of) {
        long sequence = published++;
        var key = KeyQueuesTest.key("key-" + of);
        keys.put(sequence, key);
        due(sequence);
    }

    private void due(long sequence) {
        var key = keys.get(sequence);
        switch (queues.due(key, sequence, sequence)) {
            case TURN -> attempt(sequence);
            case HELD -> {}
            case APPEND -> append(queues.append(key, sequence, sequence, instant()));
        }
    }

    private void append(List<Appended<Long>> appended) {
        appended.forEach(each -> appending.add(each.delivery()));
    }

    private void attempt(long sequence) {
        long attempt = ++attempts;
        boolean failed = fails.test(attempt);
        at(Duration.ofMillis(now).plus(RESPONSE), () -> {
            var key = keys.get(sequence);
            if (failed) {
                append(queues.parked(key, sequence, instant().plus(TIER)).appended());
                at(Duration.ofMillis(now).plus(TIER), () -> due(sequence));
            } else {
                assertThat(latest.getOrDefault(key, -1L)).as("in order").isLessThan(sequence);
                latest.put(key, sequence);
                delivered++;
                queues.ended(key, sequence);
            }
        });
    }

    private void commit() {
        var committed = appending;
        appending = new ArrayList<>();
        for (var sequence : committed) {
            log.add(sequence);
            queues.committed(keys.get(sequence), sequence, log.size() - 1);
        }
        queues.takeAdded();
        at(Duration.ofMillis(now).plus(COMMIT), this::commit);
    }

    private void load() {
        var wanted = loading ? List.<Wanted>of() : queues.takeWanted(1_000, _ -> Integer.MAX_VALUE);
        if (!wanted.isEmpty()) {
            loading = true;
            at(Duration.ofMillis(now).plus(LOAD), () -> {
                loading = false;
                wanted.forEach(each -> queues.loaded(
                        each.key(), each.sequence(), each.offset(), log.get(Math.toIntExact(each.offset()))));
                wanted.stream().map(Wanted::key).distinct().forEach(queues::loadEnded);
            });
        }
    }

    private Instant instant() {
        return Instant.ofEpochMilli(now);
    }

    private void at(Duration time, Runnable what) {
        agenda.add(new Step(time.toMillis(), steps++, what));
    }

    private void run(Duration length) {
        if (now == 0) {
            at(COMMIT, this::commit);
        }
        long end = now + length.toMillis();
        while (!agenda.isEmpty() && agenda.peek().at() <= end) {
            var step = agenda.poll();
            now = step.at();
            step.what().run();
            queues.takeNext().forEach(this::attempt);
            load();
        }
        now = end;
    }
}
