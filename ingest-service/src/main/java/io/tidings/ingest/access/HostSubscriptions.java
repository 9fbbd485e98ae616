package io.tidings.ingest.access;

import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.http.ApiError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The subscriptions of a host, as far as a principal sees them.
 *
 * @param taken those that the principal operates and that nothing is against, by their keys
 * @param left sentences about the others
 */
public record HostSubscriptions(List<SubscriptionEntry> taken, List<String> left) {
    private static final int MOST_REASONS = 50;

    public HostSubscriptions {
        taken = List.copyOf(taken);
        left = List.copyOf(left);
    }

    /**
     * @param host with or without its port, as a list of subscriptions shows it
     * @param objection to an action on a subscription; empty if there is none
     */
    public static HostSubscriptions of(
            String host,
            ResourceTable table,
            Principal principal,
            Function<SubscriptionEntry, Optional<String>> objection) {
        var taken = new ArrayList<SubscriptionEntry>();
        var reasons = new TreeMap<String, Integer>();
        for (var entry : table.subscriptions()) {
            var topic = entry.subscription().key().topic();
            if (isAt(host, entry) && principal.sees(topic)) {
                principal
                        .refusal(Role.OPERATOR, topic)
                        .map(ApiError::message)
                        .or(() -> objection.apply(entry))
                        .ifPresentOrElse(why -> reasons.merge(why, 1, Integer::sum), () -> taken.add(entry));
            }
        }
        var left = new ArrayList<String>();
        reasons.entrySet().stream()
                .limit(MOST_REASONS)
                .forEach(each -> left.add(sentence(each.getValue(), each.getKey())));
        if (reasons.size() > MOST_REASONS) { // each names its topic, and domains have many
            int others = reasons.values().stream()
                    .skip(MOST_REASONS)
                    .mapToInt(Integer::intValue)
                    .sum();
            left.add(sentence(others, "for such reasons, too"));
        }
        if (!principal.mayForEveryTopic(Role.OPERATOR)) {
            left.add("your token is for some topics only: subscriptions of others are left out, if there are any");
        }
        return new HostSubscriptions(taken, left);
    }

    private static String sentence(int number, String why) {
        return number + (number == 1 ? " subscription is" : " subscriptions are") + " left out: " + why;
    }

    private static boolean isAt(String host, SubscriptionEntry entry) {
        var name = entry.subscription().destination().displayName();
        return Stream.of(name, name.replaceFirst(":\\d+$", "")).anyMatch(host::equalsIgnoreCase);
    }
}
