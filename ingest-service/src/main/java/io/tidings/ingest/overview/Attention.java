package io.tidings.ingest.overview;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.StorageName;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.HoldUse;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A condition that a person has to look at. The kinds are in the order of their urgency. */
sealed interface Attention {
    /** The time when it began; null if that is not known. */
    @Nullable
    Instant since();

    /** No topology matches events. */
    record MatchingStalled(@Nullable Instant since) implements Attention {}

    record StorageUnavailable(StorageName storage, Instant since) implements Attention {}

    /** A condition of one subscription. */
    sealed interface OfSubscription extends Attention {
        SubscriptionKey key();
    }

    /** @param use how much of what it may hold it uses in a pause (B-PAUSE) */
    record HoldsMuch(SubscriptionKey key, Instant since, HoldUse use, long waiting) implements OfSubscription {}

    /** @param error null if it is not known */
    record OnProbation(
            SubscriptionKey key,
            Instant since,
            Instant until,
            LastOutcome cause,
            @Nullable String error) implements OfSubscription {}

    record ValidationWaits(
            SubscriptionKey key,
            @Nullable Instant since,
            @Nullable String problem) implements OfSubscription {}

    record ValidationFailed(
            SubscriptionKey key,
            @Nullable Instant since,
            @Nullable String problem) implements OfSubscription {}

    /** @param since the minute of the first one in the last hour */
    record DeadLettersGrow(SubscriptionKey key, Instant since, long count) implements OfSubscription {}

    /**
     * @param reason a sentence
     * @param outcome of the latest failure, if it is one of the failures in a row
     */
    record Fails(
            SubscriptionKey key, String reason, @Nullable LastOutcome outcome) implements OfSubscription {
        @Override
        public @Nullable Instant since() {
            return null;
        }
    }

    /**
     * @param topic empty if the events name none
     * @param since the minute of the first one in the last hour
     */
    record EventsRejected(String topic, Instant since, long count) implements Attention {}

    record Expires(SubscriptionKey key, Instant until) implements OfSubscription {
        @Override
        public @Nullable Instant since() {
            return null;
        }
    }

    /** @param reason null if somebody has paused it */
    record IsPaused(
            SubscriptionKey key, long waiting, @Nullable String reason) implements OfSubscription {
        @Override
        public @Nullable Instant since() {
            return null;
        }
    }
}
