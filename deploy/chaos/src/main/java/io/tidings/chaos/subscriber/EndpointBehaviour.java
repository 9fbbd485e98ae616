package io.tidings.chaos.subscriber;

import io.tidings.chaos.history.EndpointRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How an endpoint behaves towards an event, the same to the same attempt however often it is made. */
public enum EndpointBehaviour {
    OK {
        @Override
        public int status(long turn, int before, Instant now) {
            return TAKEN;
        }
    },
    /** Fails twice with every other event. */
    FLAKY {
        @Override
        public int status(long turn, int before, Instant now) {
            return turn % 2 == 0 && before < 2 ? BROKEN : TAKEN;
        }
    },
    /** Wants nothing of every fifth event. */
    REFUSING {
        @Override
        public int status(long turn, int before, Instant now) {
            return turn % 5 == 0 ? BAD : TAKEN;
        }
    },
    /** Fails with every tenth event until it is given up. */
    FAILING {
        @Override
        public int status(long turn, int before, Instant now) {
            return turn % 10 == 0 ? BROKEN : TAKEN;
        }
    },
    /** Is busy two seconds of ten. */
    BUSY {
        @Override
        public int status(long turn, int before, Instant now) {
            return now.getEpochSecond() % 10 < 2 ? OVERLOADED : TAKEN;
        }
    },
    /** Takes nothing for 25 seconds of each minute. */
    OUTAGE {
        @Override
        public int status(long turn, int before, Instant now) {
            return isOut(now) ? OVERLOADED : TAKEN;
        }
    },
    /** Takes its time, and does not answer the first attempt of every hundredth event. */
    SLOW {
        @Override
        public int status(long turn, int before, Instant now) {
            return turn % 100 == 0 && before == 0 ? EndpointRequest.NO_ANSWER : TAKEN;
        }

        @Override
        public Duration delay() {
            return Duration.ofMillis(200);
        }
    };

    private static final int MINUTE = 60;
    private static final int OUT = 25;
    public static final int TAKEN = 200;
    private static final int BAD = 400;
    private static final int BROKEN = 500;
    private static final int OVERLOADED = 503;

    /**
     * @param turn number of the event among those of the subscription
     * @param before attempts made before this one
     */
    public abstract int status(long turn, int before, Instant now);

    /** Whether those that fail as a whole do so then. */
    public static boolean isOut(Instant moment) {
        return moment.getEpochSecond() % MINUTE < OUT;
    }

    /** How long it takes to answer. */
    public Duration delay() {
        return Duration.ZERO;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<EndpointBehaviour> of(String word) {
        return Arrays.stream(values())
                .filter(each -> each.wireName().equals(word))
                .findFirst();
    }
}
