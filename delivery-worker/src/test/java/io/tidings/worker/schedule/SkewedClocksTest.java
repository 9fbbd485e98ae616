package io.tidings.worker.schedule;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * B-RETRY-1 with clocks that differ: no retry is early, nor later than its longest tier and a minute, and none is
 * rewritten before it has stayed in its tier.
 */
class SkewedClocksTest {
    private static final long STEP = 50;
    /** An append takes no longer; nor are clocks known any better that were set meanwhile. */
    private static final long LONGEST_APPEND = 4 * STEP;

    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    /** What is left after a hop that was late may be made of smaller ones. */
    private static final int MOST_MORE_HOPS = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final RetryLadder LADDER = new RetryLadder(TimeScale.REAL);
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(12),
            Duration.ofSeconds(30),
            Duration.ofSeconds(45),
            Duration.ofMinutes(1),
            Duration.ofSeconds(105),
            Duration.ofMinutes(5),
            Duration.ofMinutes(7));

    @RepeatedTest(2)
    void withClocksThatAgreeEveryRetryIsExact(RepetitionInfo run) {
        var sim = new Simulation(seeded(run.getCurrentRepetition()), at -> at, at -> at).run();
        assertThat(sim.latest()).isLessThanOrEqualTo(2 * STEP);
    }

    @RepeatedTest(2)
    void aWorkerAnHourBehindTheBrokersIsNoLaterForIt(RepetitionInfo run) {
        var sim = new Simulation(seeded(run.getCurrentRepetition()), at -> at, at -> at - HOUR).run();
        assertThat(sim.difference()).isGreaterThan(Duration.ofMinutes(59));
    }

    @RepeatedTest(2)
    void aWorkerAnHourAheadOfTheBrokersRewritesNothingMoreOften(RepetitionInfo run) {
        var sim = new Simulation(seeded(run.getCurrentRepetition()), at -> at, at -> at + HOUR).run();
        assertThat(sim.difference()).isGreaterThan(Duration.ofMinutes(59));
    }

    @RepeatedTest(2)
    void brokersThatJumpAheadAndAreRepairedHoldNothingUp(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        long jump = random.nextLong(5 * MINUTE, 20 * MINUTE);
        long repair = jump + random.nextLong(MINUTE, 15 * MINUTE);
        var sim = new Simulation(random, at -> at > jump && at < repair ? at + 12 * HOUR : at, at -> at).run();
        assertThat(sim.difference()).isLessThan(Duration.ofSeconds(30));
    }

    @RepeatedTest(2)
    void aWorkerThatStartsWhenMuchHasWaitedIsNoLaterThanThat(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        long skew = random.nextLong(-HOUR, HOUR);
        new Simulation(random, at -> at, at -> at + skew)
                .stalled(10 * MINUTE, 12 * MINUTE)
                .run();
    }

    @RepeatedTest(2)
    void aWorkerWhoseClockIsSetBackIsLaterByNoMoreThanATier(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        long back = random.nextLong(5 * MINUTE, 20 * MINUTE);
        var sim = new Simulation(random, at -> at, at -> at < back ? at + HOUR : at)
                .earlyBy(LONGEST_APPEND)
                .run();
        assertThat(sim.difference()).isLessThan(Duration.ofSeconds(30));
    }

    /** One retry from the end of its attempt to the next; times are true ones. */
    private static final class Retry {
        final long ended;
        final Duration wait;
        final int hopsPlanned;
        Instant due;
        int hops;
        boolean sent;

        Retry(long ended, Duration wait, Instant due) {
            this.ended = ended;
            this.wait = wait;
            this.due = due;
            this.hopsPlanned = planned(wait);
        }

        private static int planned(Duration wait) {
            int hops = 0;
            var left = wait;
            for (var tier = LADDER.firstHop(left); tier.isPresent(); tier = LADDER.nextHop(left)) {
                left = left.minus(LADDER.stay(tier.get()));
                hops++;
            }
            return hops;
        }
    }

    private record Entry(long offset, Instant appended, Instant written, long appendedTruly, Retry retry) {}

    /** A worker, its tiers and their brokers, in steps of true time. */
    private static final class Simulation {
        private final RandomGenerator random;
        private final LongFunction<Long> brokers;
        private final LongFunction<Long> worker;
        private final Map<RetryTier, List<Entry>> logs = new EnumMap<>(RetryTier.class);
        private final Map<RetryTier, TierBuffer<Entry>> fronts = new EnumMap<>(RetryTier.class);
        private final Map<RetryTier, Integer> positions = new EnumMap<>(RetryTier.class);
        private final Map<Long, List<Runnable>> later = new HashMap<>();
        private final List<Retry> retries = new ArrayList<>();
        private long stalledFrom = Long.MAX_VALUE;
        private long stalledTo;
        private long earliest;
        private long latest;
        private long now;
        private Duration difference = Duration.ZERO;

        Simulation(RandomGenerator random, LongFunction<Long> brokers, LongFunction<Long> worker) {
            this.random = random;
            this.brokers = brokers;
            this.worker = worker;
            for (var tier : RetryTier.values()) {
                logs.put(tier, new ArrayList<>());
                positions.put(tier, 0);
                fronts.put(tier, new TierBuffer<>(LADDER.stay(tier), PATIENCE, TIMES));
            }
        }

        /** Reads nothing for a while. */
        Simulation stalled(long from, long to) {
            stalledFrom = from;
            stalledTo = to;
            return this;
        }

        Simulation earlyBy(long most) {
            earliest = -most;
            return this;
        }

        Simulation run() {
            for (now = 0; now < HOUR; now += STEP) {
                later.getOrDefault(now, List.of()).forEach(Runnable::run);
                later.remove(now);
                if (now < 40 * MINUTE && random.nextInt(20) == 0) {
                    var wait = WAITS.get(random.nextInt(WAITS.size()));
                    var retry = new Retry(now, wait, moment().wall().plus(wait));
                    retries.add(retry);
                    park(retry, LADDER.firstHop(wait).orElseThrow());
                }
                if (now < stalledFrom || now >= stalledTo) {
                    turn();
                }
                difference = fronts.get(RetryTier.TEN_SECONDS)
                        .brokersAhead(moment())
                        .map(Duration::abs)
                        .orElse(difference);
            }
            assertThat(retries).allMatch(retry -> retry.sent);
            return this;
        }

        long latest() {
            return latest;
        }

        Duration difference() {
            return difference;
        }

        private void park(Retry retry, RetryTier tier) {
            var written = moment().wall();
            retry.hops++;
            at(now + random.nextInt(1, 5) * STEP, () -> {
                var log = logs.get(tier);
                log.add(new Entry(log.size(), NOON.plusMillis(brokers.apply(now)), written, now, retry));
            });
        }

        private void turn() {
            fronts.forEach((tier, buffer) -> {
                buffer.readableAgain(moment());
                for (var out = buffer.release(moment()); out.isPresent(); out = buffer.release(moment())) {
                    assertThat(now - out.get().appendedTruly())
                            .as("stay in %s", tier)
                            .isGreaterThanOrEqualTo(
                                    LADDER.stay(tier).minus(LADDER.allowance()).toMillis());
                    pass(out.get().retry(), buffer.timeOf(out.get(), moment()));
                }
                buffer.rewindIfFar(moment()).ifPresent(offset -> positions.put(tier, Math.toIntExact(offset)));
                if (buffer.readable()) {
                    var log = logs.get(tier);
                    int from = positions.get(tier);
                    int to = Math.min(log.size(), from + 100);
                    buffer.read(List.copyOf(log.subList(from, to)), moment());
                    positions.put(tier, to);
                }
            });
        }

        private void pass(Retry retry, Instant time) {
            var left = Duration.between(time, retry.due);
            var hop = LADDER.nextHop(left);
            retry.due = moment().wall().plus(left);
            if (left.isPositive() && hop.isPresent()) {
                park(retry, hop.get());
            } else {
                at(now + Math.ceilDiv(Math.max(0, left.toMillis()), STEP) * STEP, () -> send(retry));
            }
        }

        private void send(Retry retry) {
            long late = now - retry.ended - retry.wait.toMillis();
            long tier = LADDER.length(LADDER.firstHop(retry.wait).orElseThrow()).toMillis();
            assertThat(late)
                    .as(
                            "hops %d of %d, wait %s, ended at %d, sent at %d",
                            retry.hops, retry.hopsPlanned, retry.wait, retry.ended, now)
                    .isBetween(earliest, longest(tier));
            assertThat(retry.hops)
                    .as(
                            "hops %d of %d, wait %s, ended at %d, sent at %d",
                            retry.hops, retry.hopsPlanned, retry.wait, retry.ended, now)
                    .isLessThanOrEqualTo(retry.hopsPlanned + MOST_MORE_HOPS);
            latest = Math.max(latest, late);
            retry.sent = true;
        }

        private long longest(long tier) {
            return tier + MINUTE + (stalledTo > stalledFrom ? stalledTo - stalledFrom : 0);
        }

        private void at(long when, Runnable what) {
            if (when <= now) {
                what.run();
            } else {
                later.computeIfAbsent(when, _ -> new ArrayList<>()).add(what);
            }
        }

        private ClockReading moment() {
            return new ClockReading(
                    NOON.plusMillis(worker.apply(now)), Duration.ofMillis(now).toNanos());
        }
    }

    private static final TierBuffer.Timestamps<Entry> TIMES = new TierBuffer.Timestamps<>() {
        @Override
        public long offset(Entry record) {
            return record.offset();
        }

        @Override
        public Instant appended(Entry record) {
            return record.appended();
        }

        @Override
        public Instant written(Entry record) {
            return record.written();
        }
    };
}
