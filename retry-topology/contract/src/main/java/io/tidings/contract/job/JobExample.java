package io.tidings.contract.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One of the events that a dry run has found.
 *
 * @param subscription its name, with the topic in a job of several; null in a record of an earlier release
 * @param source the record of the event
 * @param time when it was published or given up
 * @param reason why it was given up; null for a past event
 * @param status of the last attempt; null if there is none
 */
public record JobExample(
        @Nullable String subscription,
        String eventId,
        String source,
        Instant time,
        @Nullable String reason,
        @Nullable Integer status) {}
