package io.tidings.chaos.check;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The dead letters of a subscription that are copied to a Kafka topic: each once (B-DLQ-8). */
public final class CopiedLetters {
    private static final String COPIES_OF = "copies-of-";

    private CopiedLetters() {}

    /** The name in the archive of what was copied for a subscription. */
    public static String of(String subscription) {
        return COPIES_OF + subscription;
    }

    /** Judges {@link Promise#DEAD_LETTERS_ARE_COPIED}. */
    public static Judgement judge(SubscriptionHistory history, SubscriptionHistory copies) {
        var missing = counted(history.buried());
        counted(copies.buried()).forEach((letter, times) -> missing.merge(letter, -times, Integer::sum));
        return new Judgement(
                CheckCounts.NOTHING,
                missing.entrySet().stream()
                        .filter(each -> each.getValue() != 0)
                        .map(each -> new PromiseViolation(
                                Promise.DEAD_LETTERS_ARE_COPIED,
                                history.subscription(),
                                each.getKey().event(),
                                "%d dead letters more than copies".formatted(each.getValue())))
                        .toList());
    }

    private static Map<DeadLettered, Integer> counted(Collection<DeadLettered> letters) {
        var counted = new HashMap<DeadLettered, Integer>();
        letters.forEach(letter -> counted.merge(letter, 1, Integer::sum));
        return counted;
    }
}
