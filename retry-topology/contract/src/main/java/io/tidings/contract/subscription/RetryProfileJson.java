package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.subscription.RetryProfile.Floors;
import io.tidings.contract.subscription.RetryProfile.Limits;
import io.tidings.contract.subscription.RetryProfile.Preset;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code properties.tidings.retry} (B-PROFILE). */
final class RetryProfileJson {
    static final String MEMBER = "retry";

    private static final String PRESET = "preset";
    private static final String SCHEDULE = "schedule";
    private static final String JITTER = "jitter";
    private static final String FLOORS = "floors";
    private static final String RETRY_STATUSES = "retryStatuses";
    private static final String NO_RETRY_STATUSES = "noRetryStatuses";
    private static final String RESPONSE_TIMEOUT = "responseTimeout";
    private static final String MAX_DELIVERY_ATTEMPTS = "maxDeliveryAttempts";
    private static final String TIME_TO_LIVE = "timeToLive";
    private static final int LOWEST_STATUS = 100;
    private static final int HIGHEST_STATUS = 599;
    private static final int FIRST_SUCCESS = 200;
    private static final int LAST_SUCCESS = 204;

    private RetryProfileJson() {}

    static RetryProfile read(JsonObjectReader tidings) {
        var retry = tidings.object(MEMBER);
        var preset = retry.oneOf(PRESET, Preset.EVENT_GRID);
        var schedule = schedule(retry);
        var jitter = jitter(retry);
        var floors = retry.oneOf(FLOORS, Floors.EVENT_GRID);
        var statuses = statuses(retry);
        var limits = new Limits(
                retry.duration(
                        RESPONSE_TIMEOUT,
                        RetryProfile.SHORTEST_RESPONSE_TIMEOUT,
                        RetryProfile.LONGEST_RESPONSE_TIMEOUT),
                retry.integer(MAX_DELIVERY_ATTEMPTS, 1, RetryProfile.MOST_ATTEMPTS),
                retry.duration(TIME_TO_LIVE, RetryProfile.SHORTEST_TIME_TO_LIVE, RetryProfile.LONGEST_TIME_TO_LIVE));
        retry.refuseOthers();
        return new RetryProfile(preset, schedule, jitter, floors, statuses, limits);
    }

    private static List<Duration> schedule(JsonObjectReader retry) {
        var node = retry.node(SCHEDULE);
        if (node == null) {
            return List.of();
        }
        if (!node.isArray() || node.isEmpty() || node.size() > RetryProfile.MOST_STEPS) {
            retry.broken(SCHEDULE, "must be an array of 1 to " + RetryProfile.MOST_STEPS + " ISO 8601 durations");
            return List.of();
        }
        var steps = new ArrayList<Duration>(node.size());
        for (int i = 0; i < node.size(); i++) {
            var step = retry.duration(
                    element(SCHEDULE, i), node.get(i), RetryProfile.SHORTEST_STEP, RetryProfile.LONGEST_STEP);
            if (step != null) {
                steps.add(step);
            }
        }
        return steps;
    }

    private static @Nullable Double jitter(JsonObjectReader retry) {
        var node = retry.node(JITTER);
        if (node == null) {
            return null;
        }
        if (!node.isNumber() || !(node.doubleValue() >= 0 && node.doubleValue() <= 1)) {
            retry.broken(JITTER, "must be a number from 0 to 1, the largest random addition as a share of the step");
            return null;
        }
        return node.doubleValue();
    }

    private static StatusOverrides statuses(JsonObjectReader retry) {
        var retried = statuses(retry, RETRY_STATUSES, Set.of());
        var notRetried = statuses(retry, NO_RETRY_STATUSES, retried);
        return new StatusOverrides(retried, notRetried);
    }

    /** @param others that must not be named again */
    private static Set<Integer> statuses(JsonObjectReader retry, String member, Set<Integer> others) {
        var node = retry.node(member);
        var statuses = new TreeSet<Integer>();
        if (node == null) {
            return statuses;
        }
        if (!node.isArray()) {
            retry.broken(member, "must be an array of HTTP statuses");
            return statuses;
        }
        for (int i = 0; i < node.size(); i++) {
            var rule = brokenBy(node.get(i), others);
            if (rule == null) {
                statuses.add(node.get(i).intValue());
            } else {
                retry.broken(element(member, i), rule);
            }
        }
        return statuses;
    }

    private static @Nullable String brokenBy(JsonNode node, Set<Integer> others) {
        if (!node.canConvertToExactIntegral()
                || !node.canConvertToInt()
                || node.intValue() < LOWEST_STATUS
                || node.intValue() > HIGHEST_STATUS) {
            return "must be a whole number from " + LOWEST_STATUS + " to " + HIGHEST_STATUS;
        }
        int status = node.intValue();
        if (status >= FIRST_SUCCESS && status <= LAST_SUCCESS) {
            return "must not be " + status + ", which is always a success";
        }
        return others.contains(status) ? "must not be " + status + ", which is in " + RETRY_STATUSES : null;
    }

    private static String element(String member, int index) {
        return member + "[" + index + "]";
    }

    /** Writes what the subscription was given, without what follows from the preset. */
    static void write(RetryProfile profile, ObjectNode tidings) {
        if (profile.equals(RetryProfile.DEFAULT)) {
            return;
        }
        var json = tidings.putObject(MEMBER);
        putUnless(json, PRESET, profile.preset(), Preset.EVENT_GRID);
        putIfAny(json, SCHEDULE, profile.schedule());
        putIfAny(json, JITTER, profile.jitter());
        putUnless(json, FLOORS, profile.floors(), Floors.EVENT_GRID);
        putIfAny(json, RETRY_STATUSES, new TreeSet<>(profile.statuses().retried()));
        putIfAny(json, NO_RETRY_STATUSES, new TreeSet<>(profile.statuses().notRetried()));
        var limits = profile.limits();
        putIfAny(json, RESPONSE_TIMEOUT, limits.responseTimeout());
        putIfAny(json, MAX_DELIVERY_ATTEMPTS, limits.maxDeliveryAttempts());
        putIfAny(json, TIME_TO_LIVE, limits.timeToLive());
    }
}
