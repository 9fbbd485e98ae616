package io.tidings.worker.dispatch;

import io.tidings.contract.RetryLadder;
import io.tidings.worker.dispatch.LateResponses.LateResponseLimits;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.schedule.SchedulerLimits;
import io.tidings.worker.verdict.DeliveryLimits;
import io.tidings.worker.verdict.Jitter;
import io.tidings.worker.verdict.Judge;
import java.time.Duration;

/**
 * @param batch for subscriptions with batching but without own limits
 * @param response the endpoint's time to respond, including the connect
 * @param queueStall how long a full queue may start nothing before its deliveries are deferred
 * @param hold how much paused subscriptions may hold
 * @param excerpts whether to keep the beginnings of failed responses
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
        Duration queueStall,
        HoldLimits hold,
        boolean excerpts) {
    public Judge judge() {
        return new Judge(limits, ladder, jitter);
    }
}
