package io.tidings.contract;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The number of times an event was delivered to Tidings by Tidings: by a subscription whose endpoint is a topic, or whose Kafka
 * topic is a source. An event that comes round more than {@link #MOST} times goes in a circle, and is refused (B-PUB-3).
 */
public final class Hops {
    public static final int MOST = 10;

    public static final String REFUSAL = "the event was delivered from one topic of Tidings to another " + MOST
            + " times: subscriptions deliver in a circle";

    /** A count of more digits is beyond what this or any other release writes. */
    private static final int MOST_DIGITS = 4;

    private Hops() {}

    /** Returns 0 for a text that is no count: an event is not refused because of it. */
    public static int of(@Nullable String text) {
        return text == null
                        || text.isEmpty()
                        || text.length() > MOST_DIGITS
                        || !text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? 0
                : Integer.parseInt(text);
    }

    public static int of(Headers headers) {
        return of(HeaderText.of(headers, HeaderNames.HOPS));
    }

    public static boolean tooMany(int hops) {
        return hops >= MOST;
    }
}
