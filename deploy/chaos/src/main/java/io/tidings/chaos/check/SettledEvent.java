package io.tidings.chaos.check;

import java.time.Instant;

/**
 * What a receiver asked for an event that it has, written before it asks, and again when it is answered.
 *
 * @param token as in {@link ReceivedEvent}
 * @param answered {@link Instant#MIN} while there is no answer
 * @param until when its lock, or the delay of its release, ends at the earliest if the answer is good
 */
public record SettledEvent(
        String event, String token, Action action, Instant asked, Instant answered, Instant until, Answer answer) {
    /** The word of the API. */
    public enum Action {
        ACKNOWLEDGE("acknowledge"),
        RELEASE("release"),
        REJECT("reject"),
        RENEW("renewLock");

        private final String word;

        Action(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** What the API said of its token. */
    public enum Answer {
        /** It may have been done. */
        NONE,
        SUCCEEDED,
        LOST,
        /** Another failure, or nothing of this token. */
        OTHER
    }

    /** The same with an answer. */
    public SettledEvent answered(Answer given, Instant moment) {
        return new SettledEvent(event, token, action, asked, moment, until, given);
    }

    /** True if the event ends by it. */
    boolean ends() {
        return action == Action.ACKNOWLEDGE || action == Action.REJECT;
    }

    boolean succeeded() {
        return answer == Answer.SUCCEEDED;
    }
}
