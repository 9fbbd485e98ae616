package io.tidings.chaos.subscriber;

import java.util.ArrayList;
import java.util.List;

/**
 * The members beside retries that a subscription has in a campaign with the fault {@code wishes}.
 *
 * @param requestsPerSecond at most; 0 for any number
 * @param concurrentRequests at most; 0 for any number
 * @param holds whether its time to live stands still while it is paused
 * @param copies whether its dead letters are copied to a Kafka topic
 * @param gone whether a 410 pauses it
 * @param past whether it begins with all past events
 */
public record Wishes(
        int requestsPerSecond, int concurrentRequests, boolean holds, boolean copies, boolean gone, boolean past) {
    public static final Wishes NONE = new Wishes(0, 0, false, false, false, false);
    static final Wishes HOLD = new Wishes(0, 0, true, false, false, false);
    static final Wishes COPY = new Wishes(0, 0, false, true, false, false);
    static final Wishes PAUSE_IF_GONE = new Wishes(0, 0, false, false, true, false);
    static final Wishes PAST = new Wishes(0, 0, false, false, false, true);

    /** The name of the topic of dead letters, in the settings. */
    public static final String LETTERS = "letters";

    static Wishes atMostASecond(int requests) {
        return new Wishes(requests, 0, false, false, false, false);
    }

    static Wishes atMostAtOnce(int requests) {
        return new Wishes(0, requests, false, false, false, false);
    }

    List<String> members() {
        var members = new ArrayList<String>();
        if (requestsPerSecond > 0) {
            members.add("\"limits\":{\"requestsPerSecond\":%d}".formatted(requestsPerSecond));
        }
        if (concurrentRequests > 0) {
            members.add("\"limits\":{\"concurrentRequests\":%d}".formatted(concurrentRequests));
        }
        if (holds) {
            members.add("\"whilePaused\":\"hold\"");
        }
        if (copies) {
            members.add("\"deadLetterTopic\":\"%s\"".formatted(LETTERS));
        }
        if (gone) {
            members.add("\"gone\":\"pause\"");
        }
        if (past) {
            members.add("\"start\":\"earliest\"");
        }
        return members;
    }
}
