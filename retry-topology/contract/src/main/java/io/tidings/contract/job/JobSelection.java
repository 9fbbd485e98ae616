package io.tidings.contract.job;

import io.tidings.contract.delivery.DeadLetterReason;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events or dead letters that a job was asked for.
 *
 * @param eventIds empty for all
 * @param from when they were published or given up, inclusive
 * @param to when they were published or given up, exclusive
 * @param reasons why they were given up; empty for all
 * @param statuses of the last attempt; empty for all
 * @param again whether to take dead letters that a redrive has brought back already
 * @param former whether to take dead letters of deleted subscriptions of the same name
 */
public record JobSelection(
        Set<String> eventIds,
        Instant from,
        Instant to,
        Set<DeadLetterReason> reasons,
        Set<Integer> statuses,
        boolean again,
        boolean former) {
    public JobSelection {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("there is nothing between " + from + " and " + to);
        }
        eventIds = Set.copyOf(eventIds);
        reasons = Set.copyOf(reasons);
        statuses = Set.copyOf(statuses);
    }

    public JobSelection(
            Set<String> eventIds, Instant from, Instant to, Set<DeadLetterReason> reasons, Set<Integer> statuses) {
        this(eventIds, from, to, reasons, statuses, false, false);
    }

    public boolean hasTime(Instant time) {
        return !time.isBefore(from) && time.isBefore(to);
    }

    public boolean hasId(String eventId) {
        return eventIds.isEmpty() || eventIds.contains(eventId);
    }

    /** @param status of the last attempt; null if there is none */
    public boolean hasStatus(@Nullable Integer status) {
        return statuses.isEmpty() || (status != null && statuses.contains(status));
    }

    /** @param reason a word of B-DLQ-2 */
    public boolean hasReason(String reason) {
        return reasons.isEmpty()
                || reasons.stream().anyMatch(each -> each.wireName().equals(reason));
    }
}
