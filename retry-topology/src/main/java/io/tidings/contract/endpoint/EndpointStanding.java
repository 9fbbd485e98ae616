package io.tidings.contract.endpoint;

import io.tidings.contract.delivery.LastOutcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the endpoint of one subscription stands, as its answers showed. An endpoint of which nothing is known is healthy.
 *
 * @param uid of the subscription; one re-created under the same name starts anew
 * @param consecutiveFailures since the last success, as B-PROB-1 counts them
 * @param lastOutcome of the latest failure; absent when there was none
 * @param probation absent when deliveries are sent
 * @param deferred deliveries put off since the probation began
 * @param changed when this was decided, by the worker's clock
 */
public record EndpointStanding(
        String uid,
        int consecutiveFailures,
        @Nullable LastOutcome lastOutcome,
        @Nullable Probation probation,
        long deferred,
        Instant changed) {
    public EndpointStanding {
        if (uid.isEmpty() || consecutiveFailures < 0 || deferred < 0) {
            throw new IllegalArgumentException(
                    "uid \"" + uid + "\", " + consecutiveFailures + " consecutive failures, " + deferred + " deferred");
        }
    }

    /** A standing in one word. */
    public enum State {
        HEALTHY("Healthy"),
        ON_PROBATION("OnProbation"),
        /** Its probation is over and no answer has ended or extended it yet. */
        PROBING("Probing");

        private final String word;

        State(String word) {
            this.word = word;
        }

        /** The name on the wire. */
        public String word() {
            return word;
        }
    }

    public State state(Instant now) {
        if (probation == null) {
            return State.HEALTHY;
        }
        return now.isBefore(probation.until()) ? State.ON_PROBATION : State.PROBING;
    }
}
