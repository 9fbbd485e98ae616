package io.tidings.chaos.subscriber;

import io.tidings.chaos.check.EndpointRequest;
import io.tidings.contract.WireName;
import java.time.Duration;
import java.time.Instant;

/** The responses of an endpoint to an event: always the same to the same attempt, however often it is made. */
public enum EndpointBehaviour implements WireName {
    OK,
    /** Fails twice with every other event. */
    FLAKY,
    /** Rejects every fifth event. */
    REFUSING,
    /** Fails with every tenth event at every attempt. */
    FAILING,
    /** Is busy two seconds of ten. */
    BUSY,
    /** Accepts nothing for 25 seconds of each minute. */
    OUTAGE,
    /** Accepts nothing for 100 seconds of each 150. */
    LONG_OUTAGE,
    /** Is slow, and does not respond to the first attempt of every hundredth event. */
    SLOW,
    /** Says that it is gone. */
    GONE;

    public static final int TAKEN = 200;

    private static final int BAD = 400;
    private static final int NOT_THERE = 410;
    private static final int BROKEN = 500;
    private static final int OVERLOADED = 503;
    private static final int MINUTE = 60;
    private static final int OUT = 25;
    private static final int LONG = 150;
    private static final int OUT_FOR_LONG = 100;

    /**
     * The status of the response, or {@link EndpointRequest#NO_ANSWER}.
     *
     * @param turn number of the event among those of the subscription
     * @param before attempts made before this one
     */
    public int status(long turn, int before, Instant now) {
        return switch (this) {
            case OK -> TAKEN;
            case FLAKY -> turn % 2 == 0 && before < 2 ? BROKEN : TAKEN;
            case REFUSING -> turn % 5 == 0 ? BAD : TAKEN;
            case FAILING -> turn % 10 == 0 ? BROKEN : TAKEN;
            case BUSY -> now.getEpochSecond() % 10 < 2 ? OVERLOADED : TAKEN;
            case OUTAGE -> isOut(now) ? OVERLOADED : TAKEN;
            case LONG_OUTAGE -> isOutForLong(now) ? OVERLOADED : TAKEN;
            case GONE -> NOT_THERE;
            case SLOW -> turn % 100 == 0 && before == 0 ? EndpointRequest.NO_ANSWER : TAKEN;
        };
    }

    /** True if the endpoints with outages are out at that moment. */
    public static boolean isOut(Instant moment) {
        return moment.getEpochSecond() % MINUTE < OUT;
    }

    /** True if the endpoints with long outages are out at that moment. */
    public static boolean isOutForLong(Instant moment) {
        return moment.getEpochSecond() % LONG < OUT_FOR_LONG;
    }

    /** The time from the request to the response. */
    public Duration delay() {
        return this == SLOW ? Duration.ofMillis(200) : Duration.ZERO;
    }
}
