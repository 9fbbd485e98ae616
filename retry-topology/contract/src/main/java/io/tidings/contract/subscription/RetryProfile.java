package io.tidings.contract.subscription;

import io.tidings.contract.Durations;
import io.tidings.contract.RetryTier;
import io.tidings.contract.WireName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The retries of a subscription's failed deliveries, where they differ from Event Grid (B-PROFILE). All durations are
 * those before {@code time.scale}.
 *
 * @param preset for what the other components leave open
 * @param schedule the waits after the first, second, … attempt, of which the last repeats; empty for the preset's
 * @param jitter the largest random addition to a wait, as a share of its step; null for that of the service
 */
public record RetryProfile(
        Preset preset,
        List<Duration> schedule,
        @Nullable Double jitter,
        Floors floors,
        StatusOverrides statuses,
        Limits limits) {
    public static final Duration SHORTEST_STEP = Duration.ofSeconds(10);
    public static final Duration LONGEST_STEP = Duration.ofHours(24);
    public static final int MOST_STEPS = 30;
    public static final int MOST_ATTEMPTS = 100;
    public static final Duration SHORTEST_RESPONSE_TIMEOUT = Duration.ofSeconds(1);
    /** Leaves a second of the three minutes in which a late success still counts (B-DEL-4). */
    public static final Duration LONGEST_RESPONSE_TIMEOUT = Duration.ofSeconds(179);

    public static final Duration SHORTEST_TIME_TO_LIVE = Duration.ofMinutes(1);
    public static final Duration LONGEST_TIME_TO_LIVE = Duration.ofDays(7);

    public static final RetryProfile DEFAULT =
            new RetryProfile(Preset.EVENT_GRID, List.of(), null, Floors.EVENT_GRID, StatusOverrides.NONE, Limits.NONE);

    public RetryProfile {
        schedule = List.copyOf(schedule);
    }

    /** A schedule, and the limits that belong to it. */
    public enum Preset implements WireName {
        /** Cloud edition: B-RETRY-1. */
        EVENT_GRID,
        /** IoT Edge edition. */
        EVENT_GRID_EDGE,
        /** Doubles the wait each time, from 10 s up to 12 h. */
        EXPONENTIAL;

        private static final List<Duration> LADDER =
                Arrays.stream(RetryTier.values()).map(RetryTier::length).toList();
        private static final List<Duration> EDGE = List.of(Duration.ofMinutes(1), Duration.ofMinutes(10));
        private static final Limits EDGE_LIMITS = new Limits(Duration.ofSeconds(60), null, Duration.ofSeconds(7200));
        private static final List<Duration> DOUBLING = Stream.iterate(
                        Duration.ofSeconds(10), step -> step.multipliedBy(2))
                .map(step -> Durations.min(step, Duration.ofHours(12)))
                .limit(14)
                .toList();

        private List<Duration> schedule() {
            return switch (this) {
                case EVENT_GRID -> LADDER;
                case EVENT_GRID_EDGE -> EDGE;
                case EXPONENTIAL -> DOUBLING;
            };
        }

        /** The limits for subscriptions that set none, in place of the service's. */
        public Limits limits() {
            return switch (this) {
                case EVENT_GRID, EXPONENTIAL -> Limits.NONE;
                case EVENT_GRID_EDGE -> EDGE_LIMITS;
            };
        }
    }

    /** True if a status, or a failure without one, has a shortest wait (B-RETRY-3). */
    public enum Floors implements WireName {
        EVENT_GRID,
        NONE
    }

    /**
     * The statuses that move from one side of B-RETRY-2 to the other.
     *
     * @param retried statuses that are retried
     * @param notRetried statuses whose events are given up
     */
    public record StatusOverrides(Set<Integer> retried, Set<Integer> notRetried) {
        public static final StatusOverrides NONE = new StatusOverrides(Set.of(), Set.of());

        public StatusOverrides {
            retried = Set.copyOf(retried);
            notRetried = Set.copyOf(notRetried);
            var both = new TreeSet<>(retried);
            both.retainAll(notRetried);
            if (!both.isEmpty()) {
                throw new IllegalArgumentException("retried and not retried: " + both);
            }
        }

        public boolean names(int status) {
            return retried.contains(status) || notRetried.contains(status);
        }

        public boolean none() {
            return retried.isEmpty() && notRetried.isEmpty();
        }
    }

    /**
     * @param responseTimeout null for the preset's, or else the service's
     * @param maxDeliveryAttempts including the first; null for Event Grid's member, or else the service's
     * @param timeToLive null for Event Grid's member, or else the preset's, or else the service's
     */
    public record Limits(
            @Nullable Duration responseTimeout,
            @Nullable Integer maxDeliveryAttempts,
            @Nullable Duration timeToLive) {
        public static final Limits NONE = new Limits(null, null, null);
    }

    /** Returns the wait after this number of attempts, at least one; the last step repeats. */
    public Duration step(int attempts) {
        var steps = schedule.isEmpty() ? preset.schedule() : schedule;
        return steps.get(Math.min(attempts, steps.size()) - 1);
    }

    /** Returns null for the timeout of the service. */
    public @Nullable Duration responseTimeout() {
        var own = limits.responseTimeout();
        return own == null ? preset.limits().responseTimeout() : own;
    }
}
