package io.tidings.export.selection;

import io.tidings.contract.delivery.DeadLetterReason;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The dead letters that the command of an earlier release was asked for; it committed their text with its positions.
 *
 * @param uid of the subscription when it was redriven
 * @param from when they were given up, inclusive
 * @param to when they were given up, exclusive
 * @param reasons why they were given up; empty for all
 * @param again whether to include those that were given up after a redrive
 * @param former whether to include those of former subscriptions of the same name
 */
public record RedriveSelection(
        String uid, Instant from, Instant to, Set<DeadLetterReason> reasons, boolean again, boolean former) {
    private static final Pattern TEXT =
            Pattern.compile("from=(\\S+) to=(\\S+) reasons=(\\S*) again=(true|false) former=(true|false) uid=(.*)");

    public RedriveSelection {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("there is nothing between " + from + " and " + to);
        }
        reasons = Set.copyOf(reasons);
    }

    /** Returns whether the time and the reason are selected. */
    boolean covers(RedriveCandidate candidate) {
        return !candidate.since().isBefore(from)
                && candidate.since().isBefore(to)
                && (reasons.isEmpty()
                        || reasons.stream().anyMatch(each -> each.wireName().equals(candidate.reason())));
    }

    boolean selects(RedriveCandidate candidate) {
        return covers(candidate) && (former || isOfNow(candidate)) && (again || !isRedriven(candidate));
    }

    boolean isOfNow(RedriveCandidate candidate) {
        return candidate.delivery().uid().equals(uid);
    }

    static boolean isRedriven(RedriveCandidate candidate) {
        return candidate.delivery().redriven() != null;
    }

    /** Returns empty if the text is none that the command wrote. */
    public static Optional<RedriveSelection> parse(String text) {
        var match = TEXT.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RedriveSelection(
                    match.group(6),
                    Instant.parse(match.group(1)),
                    Instant.parse(match.group(2)),
                    reasons(match.group(3)),
                    Boolean.parseBoolean(match.group(4)),
                    Boolean.parseBoolean(match.group(5))));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty(); // the caller reports it with its position
        }
    }

    private static Set<DeadLetterReason> reasons(String words) {
        var reasons = new HashSet<DeadLetterReason>();
        if (!words.isEmpty()) {
            Arrays.stream(words.split(",", -1))
                    .map(word -> DeadLetterReason.of(word).orElseThrow(() -> new IllegalArgumentException(word)))
                    .forEach(reasons::add);
        }
        return reasons;
    }
}
