package io.tidings.export.selection;

import static io.tidings.export.selection.RedriveExamples.NOON;
import static io.tidings.export.selection.RedriveExamples.UID;
import static io.tidings.export.selection.RedriveExamples.copy;
import static io.tidings.export.selection.RedriveExamples.everything;
import static io.tidings.export.selection.RedriveExamples.letter;
import static io.tidings.export.selection.RedriveExamples.redriven;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.job.JobSelection;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTargets;
import io.tidings.contract.job.JobWish;
import io.tidings.export.selection.RedriveDecision.NotSelected;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.selection.RedriveDecision.Skipped;
import io.tidings.export.selection.RedriveDecision.Taken;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: the dead letters that a job brings back. */
class LetterFilterTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final JobSelection ALL = selection(Set.of(), Set.of(), Set.of());
    private static final JobSelection AGAIN =
            new JobSelection(Set.of(), Instant.EPOCH, NOON.plusSeconds(60), Set.of(), Set.of(), true, false);
    private static final JobSelection FORMER =
            new JobSelection(Set.of(), Instant.EPOCH, NOON.plusSeconds(60), Set.of(), Set.of(), false, true);

    @Test
    void aLetterThatWasAskedForIsTaken() {
        assertThat(filter(ALL).decide(letter(1))).isEqualTo(new Taken(0));
        assertThat(filter(selection(Set.of("e1"), Set.of(), Set.of())).decide(letter(1)))
                .isEqualTo(new Taken(0));
        assertThat(filter(selection(Set.of(), Set.of(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED), Set.of()))
                        .decide(letter(1)))
                .isEqualTo(new Taken(0));
    }

    @Test
    void aLetterWithAnotherIdReasonStatusOrTimeIsNotSelected() {
        assertThat(filter(selection(Set.of("e2"), Set.of(), Set.of())).decide(letter(1)))
                .isEqualTo(new NotSelected());
        assertThat(filter(selection(Set.of(), Set.of(DeadLetterReason.BAD_REQUEST), Set.of()))
                        .decide(letter(1)))
                .isEqualTo(new NotSelected());
        assertThat(filter(selection(Set.of(), Set.of(), Set.of(503))).decide(letter(1)))
                .as("no attempt")
                .isEqualTo(new NotSelected());
        var late = letter(1, NOON.plusSeconds(60), UID, DeadLetterReason.BAD_REQUEST);
        assertThat(filter(ALL).decide(late)).isEqualTo(new NotSelected());
    }

    @Test
    void theReasonsForALetterThatStaysAreThoseOfEarlierReleases() {
        assertThat(SkipReason.values())
                .extracting(SkipReason::wireName)
                .containsExactly(
                        "AlreadyRedriven",
                        "BroughtBackThreeTimes",
                        "NoSubscription",
                        "FormerSubscription",
                        "OwnerUnknown",
                        "Copy");
    }

    @Test
    void aLetterOfAFormerSubscriptionIsTakenOnRequest() {
        var former = letter(1, NOON, "u0", DeadLetterReason.BAD_REQUEST);
        assertThat(filter(ALL).decide(former)).isEqualTo(new Skipped(SkipReason.FORMER_SUBSCRIPTION));
        assertThat(filter(FORMER).decide(former)).isEqualTo(new Taken(0));
    }

    @Test
    void aLetterOfASubscriptionThatGetsNothingIsLeft() {
        var selection = new LetterSelection(ALL, Set.of(UID), true);
        var filter = new LetterFilter(selection, "j1", Map.of(new SubscriptionKey("orders", "audit"), List.of()));
        assertThat(filter.decide(letter(1))).isEqualTo(new Skipped(SkipReason.NO_SUBSCRIPTION));
    }

    /** The same event was given up for both at the same time. */
    @Test
    void aLetterOfOneSubscriptionIsNoCopyOfThatOfAnother() {
        var audit = new SubscriptionKey("orders", "audit");
        var selection = new LetterSelection(ALL, Set.of(UID), false);
        var filter = new LetterFilter(selection, "j1", Map.of(BILLING, List.of(), audit, List.of()));
        filter.observe(0, NOON.plusSeconds(1));
        var first = copy(2, letter(1));
        var delivery = first.delivery();
        var ofAudit = new Delivery(
                audit,
                UID,
                delivery.event(),
                delivery.subscriptionsRead(),
                delivery.retryState(),
                delivery.redriven(),
                null,
                false);
        assertThat(filter.decide(first)).isEqualTo(new Taken(0));
        assertThat(filter.decide(new RedriveCandidate(0, 3, first.since(), true, ofAudit, first.reason())))
                .isEqualTo(new Taken(0));
    }

    @Test
    void ofALetterAndItsCopyTheFirstIsTaken() {
        var filter = filter(ALL);
        filter.observe(0, NOON.minusSeconds(1));
        var first = letter(1);
        assertThat(filter.decide(copy(2, first))).isEqualTo(new Skipped(SkipReason.COPY));
    }

    @Test
    void oneWhoseFirstRecordIsGoneIsTakenOnceToo() {
        var filter = filter(ALL);
        filter.observe(0, NOON.plusSeconds(1));
        filter.observe(0, NOON);

        assertThat(filter.decide(copy(2, letter(1)))).isEqualTo(new Taken(0));
        assertThat(filter.decide(copy(3, letter(1)))).isEqualTo(new Skipped(SkipReason.COPY));
        assertThat(filter.decide(copy(4, letter(9)))).isEqualTo(new Taken(0));
    }

    @Test
    void aLetterThatACommandBroughtBackIsTakenOnlyOnRequestAndWhatItLeftIs() {
        var command = List.of(new PastRedrive(everything(), Map.of(0, 5L)));
        assertThat(filter(ALL, false, "j1", command).decide(letter(4)))
                .isEqualTo(new Skipped(SkipReason.ALREADY_REDRIVEN));
        assertThat(filter(ALL, false, "j1", command).decide(letter(5))).isEqualTo(new Taken(0));
        assertThat(filter(AGAIN, false, "j1", command).decide(letter(4))).isEqualTo(new Taken(1));
    }

    /** A job that found a letter brought back already has left it, so it counts for nothing. */
    @Test
    void onlyWhatWasReallyBroughtBackCounts() {
        var earlier = Stream.of(job(ALL, 10), job(ALL, 10), job(AGAIN, 10))
                .map(job -> JobRedrive.of(job, "letters"))
                .flatMap(Optional::stream)
                .toList();
        assertThat(filter(AGAIN, false, "j1", earlier).decide(letter(1))).isEqualTo(new Taken(2));
    }

    @RepeatedTest(100)
    void everyLetterIsTakenOnceHoweverOftenJobsAreCancelled(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var reasons = DeadLetterReason.USUAL;
        var letters = new ArrayList<RedriveCandidate>();
        for (int i = 0; i < 40; i++) {
            letters.add(
                    letter(i, NOON.plusSeconds(random.nextInt(30)), UID, reasons.get(random.nextInt(reasons.size()))));
        }
        var taken = new ArrayList<RedriveCandidate>();
        var earlier = new ArrayList<EarlierRedrive>();
        for (int i = 0; i < 8; i++) {
            boolean last = i == 7;
            var asked = last
                    ? ALL
                    : new JobSelection(
                            Set.of(),
                            NOON.plusSeconds(random.nextInt(15)),
                            NOON.plusSeconds(15 + random.nextInt(15)),
                            Set.of(reasons.get(random.nextInt(reasons.size()))),
                            Set.of());
            long stopped = last ? 40 : random.nextInt(41);
            var filter = filter(asked, false, "now", earlier);
            letters.stream()
                    .filter(candidate -> candidate.offset() < stopped && filter.decide(candidate) instanceof Taken)
                    .forEach(taken::add);
            earlier.add(JobRedrive.of(job(asked, stopped), "letters").orElseThrow());
        }
        assertThat(taken).containsExactlyInAnyOrderElementsOf(letters);
    }

    @Test
    void aLetterThatThisJobBroughtBackStaysWhateverItsTimeIs() {
        var mine = new RedriveCandidate(
                0,
                5,
                NOON,
                false,
                letter(5).delivery().redriven(UID, 1, NOON, "j1"),
                DeadLetterReason.BAD_REQUEST.wireName());
        assertThat(filter(ALL).decide(mine)).isEqualTo(new Skipped(SkipReason.ALREADY_REDRIVEN));
    }

    @Test
    void aLetterComesBackThreeTimesAndThenOnlyIfForced() {
        var delivery = letter(5).delivery();
        for (int times = 1; times <= 3; times++) {
            delivery = delivery.redriven(UID, 1, NOON);
            var candidate = new RedriveCandidate(0, 5, NOON, false, delivery, DeadLetterReason.BAD_REQUEST.wireName());
            assertThat(filter(ALL).decide(candidate))
                    .as("after %s times", times)
                    .isEqualTo(times < 3 ? new Taken(times) : new Skipped(SkipReason.BROUGHT_BACK_THREE_TIMES));
            assertThat(filter(ALL, true, "j1", List.of()).decide(candidate)).isEqualTo(new Taken(times));
        }
        assertThat(filter(ALL).decide(redriven(6))).isEqualTo(new Taken(1));
    }

    @Test
    void aLetterThatAnotherJobHasPassedIsTakenOnlyIfThatJobLeftIt() {
        var other = JobRedrive.of(job(selection(Set.of("e1"), Set.of(), Set.of()), 2), "letters");
        var filter = filter(ALL, false, "j1", other.stream().toList());
        assertThat(filter.decide(letter(1))).isEqualTo(new Skipped(SkipReason.ALREADY_REDRIVEN));
        assertThat(filter.decide(letter(2))).as("behind its position").isEqualTo(new Taken(0));
        assertThat(filter(ALL, false, "j1", other.stream().toList()).decide(letter(0)))
                .as("not what it was asked for")
                .isEqualTo(new Taken(0));
    }

    @Test
    void aLetterThatAnotherJobBroughtBackAndPassedAgainIsTaken() {
        var other = JobRedrive.of(job(ALL, 10), "letters");
        var delivery = letter(5).delivery().redriven(UID, 1, NOON, "j0");
        var again = new RedriveCandidate(0, 5, NOON, false, delivery, DeadLetterReason.BAD_REQUEST.wireName());
        assertThat(filter(ALL, false, "j1", other.stream().toList()).decide(again))
                .isEqualTo(new Taken(1));
    }

    @Test
    void aDryRunHasTakenNothing() {
        var request = job(ALL, 2).request();
        var dry = new JobRequest(
                request.kind(),
                request.targets(),
                request.select(),
                true,
                request.letters(),
                false,
                false,
                false,
                1,
                NOON,
                "anna");
        assertThat(JobRedrive.of(new Job("j0", dry, JobWish.RUN, job(ALL, 2).progress()), "letters"))
                .isEmpty();
        assertThat(JobRedrive.of(new Job("j0", request, JobWish.RUN, null), "letters"))
                .isEqualTo(Optional.empty());
    }

    private static LetterFilter filter(JobSelection asked) {
        return filter(asked, false, "j1", List.of());
    }

    private static LetterFilter filter(
            JobSelection asked, boolean force, String job, List<? extends EarlierRedrive> earlier) {
        return new LetterFilter(
                new LetterSelection(asked, Set.of(UID), force), job, Map.of(BILLING, List.copyOf(earlier)));
    }

    private static JobSelection selection(Set<String> ids, Set<DeadLetterReason> reasons, Set<Integer> statuses) {
        return new JobSelection(ids, Instant.EPOCH, NOON.plusSeconds(60), reasons, statuses);
    }

    private static Job job(JobSelection asked, long position) {
        var request = new JobRequest(
                JobKind.REDRIVE,
                JobTargets.of(BILLING),
                asked,
                false,
                Letters.TOPIC,
                false,
                false,
                false,
                1,
                NOON,
                "anna");
        var progress = new JobProgress(
                JobState.DONE, NOON, NOON, null, JobCounts.NONE, List.of(), Map.of("letters-0", position), Set.of(UID));
        return new Job("j0", request, JobWish.RUN, progress);
    }
}
