package io.tidings.worker.dispatch;

import io.tidings.contract.RetryLadder;
import io.tidings.worker.attempt.LateResponses.LateResponseLimits;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.schedule.SchedulerLimits;
import io.tidings.worker.verdict.DeliveryLimits;
import io.tidings.worker.verdict.Jitter;
import io.tidings.worker.verdict.Judge;
import java.time.Duration;

/**
 * What the owner of the worker decides about its attempts.
 *
 * @param scheduler what all subscriptions have in flight and waiting together
 * @param batch for subscriptions with batching that leave it open
 * @param rate at which each subscription's endpoint may be asked
 * @param late responses that are waited for after their timeout
 * @param response how long an endpoint may take to respond, the connect included
 * @param queueStall how long a full queue may start nothing before deliveries of it are put off
 */
public record DispatchSettings(
        RetryLadder ladder,
        DeliveryLimits limits,
        Jitter jitter,
        SchedulerLimits scheduler,
        BatchLimits batch,
        Rate rate,
        LateResponseLimits late,
        Duration response,
        Duration queueStall) {
    public Judge judge() {
        return new Judge(limits, ladder, jitter);
    }
}
