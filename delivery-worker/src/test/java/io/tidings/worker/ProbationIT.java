package io.tidings.worker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.Answer;
import io.tidings.testbed.Receiver;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.assertj.core.data.TemporalUnitOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROB at a scripted endpoint with a moved clock: what is sent, what is put off and for how long. */
class ProbationIT {
    private static final int THRESHOLD = 3;
    /** Two clocks are read for one moment. */
    private static final TemporalUnitOffset TICK = within(5, ChronoUnit.MILLIS);

    private final Receiver receiver = Receiver.start();
    private final DispatchBench bench = new DispatchBench(Map.of("probation.threshold", Integer.toString(THRESHOLD)));

    @AfterEach
    void close() {
        bench.close();
        receiver.close();
    }

    /** B-PROB-1, B-PROB-2. */
    @Test
    void afterTooManyFailuresNothingIsSentAndWhatComesIsPutOffByExactlyWhatIsLeft() {
        onProbation(404);
        var until = until();
        bench.moveClock(ofMinutes(1));
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD);
        var deferred = bench.parked(bench.topics.retry(RetryTier.ONE_MINUTE)).getLast();
        assertThat(deferred.place().due()).isCloseTo(until, TICK);
        assertThat(deferred.place())
                .isEqualTo(new LadderPlace(
                        0, 0, deferred.place().due(), new LastAttempt(LastOutcome.PROBATION, null, null)));
        assertThat(bench.counted("tidings.deferred", "reason", "Probation")).isOne();
        assertThat(bench.counted("tidings.probation")).isOne();
    }

    /** B-PROB-2: a deferral is no attempt and keeps what the last attempt came to. */
    @Test
    void aRetryThatIsPutOffKeepsItsAttemptsAndItsStep() {
        onProbation(404);
        var last = new LastAttempt(LastOutcome.BUSY, 503, Instant.parse("2026-11-21T12:00:00Z"));
        bench.deliver(new LadderPlace(4, 0, bench.now().wall(), last), "{}");
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.retry(RetryTier.ONE_MINUTE)))
                .singleElement()
                .satisfies(delivery -> {
                    assertThat(delivery.place().attempts()).isEqualTo(4);
                    assertThat(delivery.place().due()).isCloseTo(until(), TICK);
                    assertThat(delivery.place().last())
                            .isEqualTo(new LastAttempt(LastOutcome.PROBATION, 503, last.at()));
                });
    }

    /** B-PROB-2: what is left is shorter than any tier. */
    @Test
    void aShortWaitIsWaitedOutInMemory() {
        onProbation(503);
        bench.moveClock(ofSeconds(3));
        bench.deliver();
        bench.turn();
        assertThat(bench.waitingRoom.size()).isOne();
        receiver.answers("/hook", Answer.status(200));
        bench.moveClock(ofSeconds(7));
        await().until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD + 1);
    }

    /** B-PROB-2, B-OUT: time to live is looked at when something is put off and when it comes back. */
    @Test
    void whatHasExpiredIsGivenUpAndNotPutOff() {
        bench.subscribe("uid", receiver.uri("/hook").toString(), "", DEAD_LETTERS);
        receiver.answers("/hook", Answer.status(404));
        failUntilProbation();
        var place =
                LadderPlace.START.deferred(LastOutcome.PROBATION, bench.now().wall());
        bench.deliver(place, EventSchema.EVENT_GRID, "{}", bench.now().wall().minus(Duration.ofDays(1)));
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.deadLetters()))
                .singleElement()
                .satisfies(delivery -> assertThat(delivery.place().last())
                        .isEqualTo(new LastAttempt(LastOutcome.PROBATION, null, null)));
        assertThat(receiver.requests()).hasSize(THRESHOLD);
    }

    /** B-PROB-3. */
    @Test
    void oneProbeIsSentAndWhatIsDueWaitsForItsAnswer() {
        try (var wide =
                new DispatchBench(Map.of("probation.threshold", "1", "worker.max.in.flight.per.subscription", "6"))) {
            wide.subscribe("uid", receiver.uri("/hook").toString(), "");
            receiver.answers("/hook", Answer.status(503), Answer.hang());
            wide.deliver();
            await().until(wide::settled);
            wide.moveClock(ofSeconds(10));
            for (int i = 0; i < 5; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return receiver.requests().size() == 2;
            });
            for (int i = 0; i < 50; i++) {
                wide.turn();
            }
            assertThat(receiver.requests()).hasSize(2);
            assertThat(wide.partition.inFlight()).isOne();
        }
    }

    /** B-PROB-3. */
    @Test
    void aProbeThatIsTakenLetsEverythingThrough() {
        onProbation(503);
        receiver.answers("/hook", Answer.status(200));
        bench.moveClock(ofSeconds(10));
        for (int i = 0; i < 20; i++) {
            bench.deliver();
        }
        int parked = bench.partition.parks().size();
        await().until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD + 20);
        assertThat(bench.partition.parks()).hasSize(parked);
        assertThat(bench.counted("tidings.probation")).isZero();
    }

    /** B-PROB-1, B-PROB-3. */
    @Test
    void aProbeThatFailsDoublesProbationAndPutsOffWhatWaited() {
        onProbation(503);
        bench.moveClock(ofSeconds(10));
        for (int i = 0; i < 4; i++) {
            bench.deliver();
        }
        await().until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD + 1);
        assertThat(bench.now().wall().until(until(), ChronoUnit.MILLIS)).isCloseTo(20_000L, within(2_000L));
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .filteredOn(delivery -> delivery.place().attempts() == 0)
                .hasSize(3)
                .allSatisfy(delivery -> assertThat(delivery.place().due()).isCloseTo(until(), TICK));
    }

    /** B-PROB-3: the endpoint is there, the event is bad. */
    @Test
    void aProbeWithABadEventEndsProbation() {
        onProbation(503);
        receiver.answers("/hook", Answer.status(413), Answer.status(200));
        bench.moveClock(ofSeconds(10));
        bench.deliver();
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD + 2);
    }

    /** B-PROB-3: what exceeds the bounds of a subscription behind a probe. */
    @Test
    void whatHasNoRoomBehindAProbeIsPutOffByTenSeconds() {
        try (var small =
                new DispatchBench(Map.of("probation.threshold", "1", "worker.max.queued.per.subscription", "2"))) {
            small.subscribe("uid", receiver.uri("/hook").toString(), "");
            receiver.answers("/hook", Answer.status(503), Answer.hang());
            small.deliver();
            await().until(small::settled);
            small.moveClock(ofSeconds(10));
            for (int i = 0; i < 6; i++) {
                small.deliver();
            }
            small.turn();
            assertThat(small.parked(small.topics.retry(RetryTier.TEN_SECONDS)))
                    .filteredOn(delivery -> delivery.place().attempts() == 0)
                    .hasSize(3)
                    .allSatisfy(delivery -> assertThat(
                                    small.now().wall().until(delivery.place().due(), ChronoUnit.MILLIS))
                            .isCloseTo(10_000L, within(1_000L)));
            assertThat(small.dispatch.roomFor(small.partition)).isTrue();
        }
    }

    /** B-PROB-4. */
    @Test
    void theNextOwnerKnowsHowTheEndpointStands() {
        onProbation(404);
        var until = until();
        try (var next = new DispatchBench(Map.of("probation.threshold", Integer.toString(THRESHOLD)))) {
            next.takesOver(bench.standingsWritten());
            next.subscribe("uid", receiver.uri("/hook").toString(), "");
            next.deliver();
            next.deliver();
            await().until(next::settled);
            assertThat(receiver.requests()).hasSize(THRESHOLD);
            assertThat(next.parked(next.topics.retry(RetryTier.ONE_MINUTE)))
                    .hasSize(2)
                    .allSatisfy(delivery -> assertThat(delivery.place().due()).isCloseTo(until, TICK));
        }
    }

    /** B-PROB-4: and it does not blame another endpoint for it. */
    @Test
    void theNextOwnerBeginsAnewWithAnotherEndpoint() {
        onProbation(404);
        try (var next = new DispatchBench(Map.of("probation.threshold", Integer.toString(THRESHOLD)))) {
            next.takesOver(bench.standingsWritten());
            next.subscribe("uid", receiver.uri("/new").toString(), "");
            next.deliver();
            await().until(next::settled);
            assertThat(receiver.requests("/new")).hasSize(1);
        }
    }

    /** B-PROB-1: what the old endpoint answers when there is a new one. */
    @Test
    void whatWasSentToTheOldEndpointSaysNothingOfTheNewOne() {
        try (var wide =
                new DispatchBench(Map.of("probation.threshold", "3", "worker.max.in.flight.per.subscription", "4"))) {
            wide.subscribe("uid", receiver.uri("/old").toString(), "");
            wide.warmUp(3);
            receiver.answers("/old", Answer.hang());
            for (int i = 0; i < 3; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return receiver.requests("/old").size() == 3 + 3;
            });
            wide.subscribe("uid", receiver.uri("/new").toString(), "");
            wide.deliver();
            await().until(() -> {
                wide.turn();
                return receiver.requests("/new").size() == 1 && wide.partition.inFlight() == 3;
            });
            wide.moveClock(ofSeconds(31));
            await().until(wide::settled);
            assertThat(wide.counted("tidings.probation")).isZero();
            assertThat(wide.standings.known(Examples.BILLING).unremarkable()).isTrue();
            wide.warmUp(3);
            receiver.answers("/new", Answer.hang());
            for (int i = 0; i < 9; i++) {
                wide.deliver();
            }
            await().until(() -> {
                wide.turn();
                return receiver.requests("/new").size() == 1 + 3 + 4;
            });
            assertThat(wide.partition.inFlight()).as("no more than the bound").isEqualTo(4);
        }
    }

    /** B-PROB-4: written down at once, mere numbers at most once a second. */
    @Test
    void aChangeOfStandingIsWrittenAtOnceAndNumbersNowAndThen() {
        onProbation(404); // numbers were written with the first failure, a moment ago
        assertThat(bench.standingsWritten()).isNotEmpty();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNotNull();
        for (int i = 0; i < 5; i++) {
            bench.deliver();
            bench.turn();
        }
        assertThat(bench.standingsWritten()).isEmpty();
        bench.moveClock(ofSeconds(1));
        bench.turn();
        assertThat(bench.standingsWritten()).hasSize(1);
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().deferred())
                .isEqualTo(5);
        receiver.answers("/hook", Answer.status(200));
        bench.moveClock(ofMinutes(5));
        bench.deliver();
        await().until(bench::settled);
        bench.standingsWritten();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNull();
    }

    /** B-PROB-1: a new endpoint has done nothing wrong. */
    @Test
    void anotherEndpointBeginsAnew() {
        onProbation(404);
        bench.subscribe("uid", receiver.uri("/other").toString(), "");
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests("/other")).isNotEmpty();
        bench.standingsWritten();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().probation())
                .isNull();
    }

    /** B-SUB-5. */
    @Test
    void aSubscriptionThatIsGoneLeavesNoStanding() {
        onProbation(404);
        bench.standingsWritten();
        bench.unsubscribe();
        bench.deliver();
        await().until(bench::settled);
        assertThat(bench.standingsWritten()).singleElement().satisfies(tombstone -> {
            assertThat(tombstone.value()).isNull();
            assertThat(tombstone.partition()).isEqualTo(3);
        });
        assertThat(bench.registry.find("tidings.probation").meters()).isEmpty();
    }

    /** B-PROB-1: requests started before probation neither extend nor double it. */
    @Test
    void whatWasOnItsWayWhenProbationBeganChangesNothing() {
        try (var wide =
                new DispatchBench(Map.of("probation.threshold", "2", "worker.max.in.flight.per.subscription", "6"))) {
            wide.subscribe("uid", receiver.uri("/hook").toString(), "");
            wide.warmUp(5);
            receiver.answers("/hook", Answer.status(503));
            for (int i = 0; i < 6; i++) {
                wide.deliver();
            }
            await().until(wide::settled);
            assertThat(receiver.requests()).hasSize(5 + 6);
            wide.standingsWritten();
            var standing = wide.writtenDown.of(Examples.BILLING, "uid").orElseThrow();
            assertThat(standing.consecutiveFailures()).isEqualTo(2);
            assertThat(standing.probation().length()).isEqualTo(ofSeconds(10));
        }
    }

    private static final String DEAD_LETTERS = """
        ,"deadLetterDestination":{"endpointType":"StorageBlob",\
        "properties":{"resourceId":"/x/storageAccounts/archive","blobContainerName":"dead"}}\
        """;

    private void onProbation(int status) {
        bench.subscribe("uid", receiver.uri("/hook").toString(), "");
        receiver.answers("/hook", Answer.status(status));
        failUntilProbation();
    }

    private void failUntilProbation() {
        for (int i = 0; i < THRESHOLD; i++) {
            bench.deliver();
        }
        await().pollInterval(ofMillis(5)).until(bench::settled);
        assertThat(receiver.requests()).hasSize(THRESHOLD);
    }

    private Instant until() {
        return bench.standings
                .known(Examples.BILLING)
                .written("uid", Instant.EPOCH)
                .probation()
                .until();
    }
}
