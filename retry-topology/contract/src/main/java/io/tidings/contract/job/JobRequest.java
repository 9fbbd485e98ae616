package io.tidings.contract.job;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.WireName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/**
 * The request of an operator; it never changes.
 *
 * @param dryRun whether to count only
 * @param letters where a redrive reads
 * @param unowned whether a redrive from blobs takes dead letters that do not name their subscription: those of earlier
 *     releases, which may be of any topic
 * @param filter whether a replay obeys the filter of the subscription
 * @param force whether to bring back also what was brought back three times
 * @param rate deliveries in a second, at most
 * @param createdBy the name of a principal
 */
public record JobRequest(
        JobKind kind,
        JobTargets targets,
        JobSelection select,
        boolean dryRun,
        Letters letters,
        boolean unowned,
        boolean filter,
        boolean force,
        int rate,
        Instant created,
        String createdBy) {
    /** The place where a redrive reads dead letters. */
    public enum Letters implements WireName {
        TOPIC,
        BLOBS
    }

    private static final String TIDINGS = "tidings";

    /** Deliveries of a start in a second: matching takes over only if fewer are published. */
    private static final int START_RATE = 2_000;

    /** A start has no end in time; markers end it. */
    private static final Duration FOREVER = Duration.ofDays(36_500);

    public JobRequest {
        if (rate < 1) {
            throw new IllegalArgumentException(rate + " deliveries in a second");
        }
    }

    /** Returns the request for the past events of a new subscription (B-START). */
    public static JobRequest start(SubscriptionKey key, Instant since, Instant now) {
        var select = new JobSelection(Set.of(), since, now.plus(FOREVER), Set.of(), Set.of());
        return new JobRequest(
                JobKind.START,
                JobTargets.of(key),
                select,
                false,
                Letters.TOPIC,
                false,
                true,
                false,
                START_RATE,
                now,
                TIDINGS);
    }

    /** Returns the same as an operator of all topics asks for it. */
    public JobRequest byOperatorOfAllTopics() {
        boolean takesUnowned = letters == Letters.BLOBS && select.former();
        return new JobRequest(
                kind, targets, select, dryRun, letters, takesUnowned, filter, force, rate, created, createdBy);
    }

    /** Returns the same for the subscriptions that its only topic has. */
    public JobRequest toAll(Collection<String> names) {
        var all = new JobTargets(targets.keys().getFirst().topic(), names);
        return new JobRequest(kind, all, select, dryRun, letters, unowned, filter, force, rate, created, createdBy);
    }

    /**
     * Returns whether it selects what jobs have brought back that are forgotten. A job brings nothing back that is later
     * than its end, so the jobs of whatever is younger are remembered.
     */
    public boolean reachesBehindMemory() {
        return kind != JobKind.START && select.from().isBefore(remembered(created));
    }

    static Instant remembered(Instant created) {
        return created.minus(Job.REMEMBERED);
    }
}
