package io.tidings.worker.verdict;

import static java.time.Duration.ZERO;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.subscription.Subscription;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The rules without jitter, about deliveries that no pause has held. */
record UnpausedJudge(Judge judge) {
    UnpausedJudge(DeliveryLimits limits, TimeScale scale) {
        this(new Judge(limits, new RetryLadder(scale), Jitter.NONE));
    }

    DeliveryLimits limits() {
        return judge.limits();
    }

    Optional<Verdict> beforeSending(Delivery delivery, Subscription subscription, Instant now) {
        return judge.beforeSending(delivery, subscription, ZERO, now);
    }

    Verdict afterSending(
            Delivery delivery, Subscription subscription, Outcome outcome, Instant ended, RandomGenerator random) {
        return judge.afterSending(delivery, subscription, ZERO, outcome, ended, random);
    }
}
