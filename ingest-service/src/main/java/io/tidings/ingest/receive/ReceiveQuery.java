package io.tidings.ingest.receive;

import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.ingest.http.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a receive asks for.
 *
 * @param most events
 * @param patience the longest wait if there are no events
 */
record ReceiveQuery(int most, Duration patience) {
    private static final int MOST_EVENTS = 100;
    private static final int SHORTEST = 10;
    private static final int LONGEST = 120;

    /** Clients give up at a minute, and their usual wait is as long; so it ends before (B-PULL-3). */
    private static final int USUAL = 55;

    private static final int MINUTE = 60;

    static Validated<ReceiveQuery> of(Request request) {
        var violations = new ArrayList<Violation>();
        int most = number(request, "maxEvents", 1, MOST_EVENTS, 1, violations);
        int wait = number(request, "maxWaitTime", SHORTEST, LONGEST, USUAL, violations);
        return violations.isEmpty()
                ? new Validated.Valid<>(
                        new ReceiveQuery(most, Duration.ofSeconds(wait <= MINUTE ? Math.min(wait, USUAL) : wait)))
                : new Validated.Invalid<>(violations);
    }

    private static int number(
            Request request, String name, int least, int most, int usual, List<Violation> violations) {
        var text = request.parameter(name).orElse("");
        if (text.isEmpty()) {
            return usual;
        }
        var number = Optional.of(text)
                .filter(digits -> digits.matches("\\d{1,6}"))
                .map(Integer::valueOf)
                .filter(value -> value >= least && value <= most);
        if (number.isEmpty()) {
            violations.add(new Violation(name, "must be " + least + " to " + most));
        }
        return number.orElse(usual);
    }
}
