package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/** {@code properties.tidings.limits}: bounds of the requests of a subscription (B-LIMIT). */
final class RequestLimitsJson {
    static final String MEMBER = "limits";
    private static final String REQUESTS_PER_SECOND = "requestsPerSecond";
    private static final String CONCURRENT_REQUESTS = "concurrentRequests";

    private RequestLimitsJson() {}

    /** @param lanes that share the limits */
    static @Nullable RequestLimits read(JsonObjectReader tidings, int lanes) {
        var json = tidings.object(MEMBER);
        var rate = rate(json);
        var concurrent = json.integer(CONCURRENT_REQUESTS, 1, RequestLimits.MOST_CONCURRENT);
        json.refuseOthers();
        if (rate == null && concurrent == null) {
            return null;
        }
        var limits = new RequestLimits(rate, concurrent);
        if (lanes > limits.mostLanes()) {
            tidings.broken(
                    "lanes",
                    "must be at most " + limits.mostLanes() + " with these limits: neither more than"
                            + " limits.concurrentRequests, nor than ten times limits.requestsPerSecond");
        }
        return limits;
    }

    private static @Nullable Double rate(JsonObjectReader json) {
        var node = json.node(REQUESTS_PER_SECOND);
        if (node == null) {
            return null;
        }
        double rate = node.doubleValue();
        if (!node.isNumber() || !(rate >= RequestLimits.LOWEST_RATE && rate <= RequestLimits.HIGHEST_RATE)) {
            json.broken(REQUESTS_PER_SECOND, "must be a number from 0.1 to 10000");
            return null;
        }
        return rate;
    }

    static void write(@Nullable RequestLimits limits, ObjectNode tidings) {
        if (limits == null) {
            return;
        }
        var json = tidings.putObject(MEMBER);
        var rate = limits.requestsPerSecond();
        if (rate != null && rate == Math.rint(rate)) {
            json.put(REQUESTS_PER_SECOND, rate.longValue()); // as it was given
        } else if (rate != null) {
            json.put(REQUESTS_PER_SECOND, rate);
        }
        putIfAny(json, CONCURRENT_REQUESTS, limits.concurrentRequests());
    }
}
