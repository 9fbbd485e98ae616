package io.tidings.worker;

import io.tidings.contract.resource.Subscription;
import io.tidings.worker.probation.Finding;
import io.tidings.worker.tier.Moment;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Verdict;
import java.util.random.RandomGenerator;

/** What becomes of the deliveries of an attempt that has ended: judged, logged, and the verdict carried out. */
final class Conclusion {
    private final Judge judge;
    private final Outbox outbox;
    private final EventCounts counts;
    private final Trail trail;
    private final RandomGenerator random;

    Conclusion(Judge judge, Outbox outbox, EventCounts counts, Trail trail, RandomGenerator random) {
        this.judge = judge;
        this.outbox = outbox;
        this.counts = counts;
        this.trail = trail;
        this.random = random;
    }

    void of(Ready ready, Attempt attempt, Outcome outcome, Moment now) {
        Subscription subscription = attempt.entry().subscription();
        var verdict = judge.afterSending(ready.delivery(), subscription, outcome, now.wall(), random);
        if (verdict instanceof Verdict.Retry) {
            attempt.retried(ready);
        }
        if (verdict instanceof Verdict.Delivered) {
            counts.delivered(ready, now);
        }
        outbox.logAttempt(ready, outcome, verdict, attempt, now);
        trail.ended(attempt, ready, outcome, verdict, now.wall());
        outbox.execute(verdict, ready, subscription, now);
    }

    /** Of one whose timeout has passed, only a success still counts (B-DEL-4). */
    void ofLate(Attempt attempt, Outcome outcome, LateAnswers lateAnswers, Moment now) {
        if (Finding.of(outcome) instanceof Finding.Good) {
            lateAnswers.delivered(attempt, now.wall());
            attempt.deliveries().forEach(ready -> outbox.respondedLate(ready, outcome, now.wall(), attempt.took(now)));
        } else if (outcome instanceof Silent && attempt.waitedFor()) {
            attempt.deliveries().forEach(ready -> outbox.aborted(ready, now.wall(), attempt.took(now)));
        }
    }
}
