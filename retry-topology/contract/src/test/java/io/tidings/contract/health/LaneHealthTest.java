package io.tidings.contract.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.secret.CanonicalOrigin;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-LANE-1: the lanes of a subscription know of its endpoint together. */
class LaneHealthTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final URI OLD = URI.create("https://old.example/");
    private static final URI NEW = URI.create("https://new.example/");
    private static final EndpointHealth WELL = new EndpointHealth("u1", 0, null, null, 0, NOON);

    @Test
    void aProbationOfOneLaneIsThatOfTheSubscription() {
        var begun = begun(NOON.plusSeconds(5));
        var all = LaneHealth.merged(List.of(WELL, begun));

        assertThat(all.probation()).isEqualTo(begun.probation());
        assertThat(all.consecutiveFailures()).isEqualTo(10);
        assertThat(all.lastOutcome()).isEqualTo(LastOutcome.BUSY);
    }

    @Test
    void theLatestDecisionOfAnyLaneHolds() {
        var begun = begun(NOON);
        var ended = WELL.decided(NOON.plusSeconds(1));
        var again = begun(NOON.plusSeconds(2));

        assertThat(LaneHealth.merged(List.of(begun, ended)).probation()).isNull();
        assertThat(LaneHealth.merged(List.of(ended, again)).probation()).isNotNull();
    }

    @Test
    void aLaneTakesOverOnlyWhatIsLaterThanItsOwnDecision() {
        var begun = begun(NOON);
        var ended = WELL.decided(NOON.plusSeconds(1));
        var again = begun(NOON.plusSeconds(2));

        assertThat(later(null, WELL, begun)).contains(begun);
        assertThat(later(NOON, WELL, begun)).isEmpty();
        assertThat(later(NOON, begun, ended)).contains(ended);
        assertThat(later(NOON, ended, again, begun)).contains(again);
        assertThat(later(again.decided(), ended, again, begun)).isEmpty();
    }

    @Test
    void anExtensionIsLaterThanTheBeginning() {
        var extended = probation(NOON, NOON.plusSeconds(10), Duration.ofSeconds(20));

        assertThat(later(NOON, extended)).contains(extended);
    }

    @Test
    void aDecisionAboutAnotherEndpointDoesNotCount() {
        assertThat(later(null, begun(NOON).of(OLD))).isEmpty();
        assertThat(later(null, begun(NOON).of(NEW))).isPresent();
    }

    private static Optional<EndpointHealth> later(@Nullable Instant decided, EndpointHealth... lanes) {
        return LaneHealth.later(List.of(lanes), NEW, decided);
    }

    @Test
    void countsAreAddedUp() {
        var one = WELL.withConcurrencyLimit(4);
        var other = WELL.withConcurrencyLimit(8);
        var all = LaneHealth.merged(List.of(one, other, begun(NOON), begun(NOON)));

        assertThat(all.concurrencyLimit()).isEqualTo(12);
        assertThat(all.deferred()).isEqualTo(14);
    }

    /** It has not sent anything since the subscription got another endpoint. */
    @Test
    void aLaneOfAFormerEndpointAddsNothing() {
        var former = begun(NOON).of(OLD);
        var present = new EndpointHealth("u1", 0, null, null, 0, NOON.plusSeconds(60)).of(NEW);
        var all = LaneHealth.merged(List.of(former, present));

        assertThat(all.probation()).isNull();
        assertThat(all.deferred()).isZero();
        assertThat(all.isOf(NEW)).isTrue();
    }

    @Test
    void theFailuresAreThoseOfTheLaneWithMost() {
        var twice = new EndpointHealth("u1", 2, LastOutcome.BUSY, null, 0, NOON);
        var often = new EndpointHealth("u1", 7, LastOutcome.TIMED_OUT, null, 0, NOON.minusSeconds(60));
        var all = LaneHealth.merged(List.of(twice, often, WELL));

        assertThat(all.consecutiveFailures()).isEqualTo(7);
        assertThat(all.lastOutcome()).isEqualTo(LastOutcome.TIMED_OUT);
    }

    @Test
    void theReportForTheNewestVersionThatTheEndpointIsGoneIsThatOfTheSubscription() {
        var former = gone(7, NOON.plusSeconds(5)); // by a clock that is ahead
        var latest = gone(8, NOON);

        assertThat(LaneHealth.merged(List.of(WELL, WELL.with(latest), WELL.with(former)))
                        .gone())
                .isEqualTo(latest);
    }

    private static GoneReport gone(long version, Instant seen) {
        return new GoneReport(new CanonicalOrigin("https://hooks.example:443"), version, seen);
    }

    private static EndpointHealth begun(Instant when) {
        return probation(when, when, Duration.ofSeconds(10));
    }

    private static EndpointHealth probation(Instant since, Instant decided, Duration length) {
        var probation = new Probation(since, decided.plus(length), length, LastOutcome.BUSY);
        return new EndpointHealth("u1", 10, LastOutcome.BUSY, probation, 7, since);
    }
}
