package io.tidings.contract.counts;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.SubscriptionEntry;
import java.util.Optional;

/**
 * The subscription that a count is about.
 *
 * @param uid of the subscription; one that is created again under the same name starts anew
 */
public record CountedSubscription(SubscriptionKey key, String uid) {
    private static final char BETWEEN = '@';

    public static CountedSubscription of(SubscriptionEntry entry) {
        return new CountedSubscription(entry.subscription().key(), entry.uid());
    }

    public static Optional<CountedSubscription> parse(String text) {
        int between = text.lastIndexOf(BETWEEN);
        return between < 0
                ? Optional.empty()
                : SubscriptionKey.parse(text.substring(0, between))
                        .map(key -> new CountedSubscription(key, text.substring(between + 1)));
    }

    @Override
    public String toString() {
        return key.toString() + BETWEEN + uid;
    }
}
