package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of a subscription that have failed and were not delivered since, each by its latest failure, grouped by
 * what their endpoint said. The largest group comes first. Pure.
 */
record FailureGroups(List<Group> largestFirst) {
    private static final int MOST_SHOWN = 20;
    private static final int LONGEST_LINE = 200;

    private static final Comparator<Group> SIZE =
            Comparator.comparingInt(each -> each.failures().size());

    FailureGroups {
        largestFirst = List.copyOf(largestFirst);
    }

    /**
     * The part that equal failures have in common.
     *
     * @param host of the endpoint, with its port; null if it is not known
     * @param said the first line of the response, or what went wrong without one
     */
    record Cause(
            @Nullable String host,
            LastOutcome outcome,
            @Nullable Integer status,
            @Nullable String said) {
        static Cause of(AttemptLine.Result result, LastOutcome outcome) {
            return new Cause(
                    host(result.url()),
                    outcome,
                    result.status(),
                    firstLine(result.excerpt() == null ? result.error() : result.excerpt()));
        }

        private static @Nullable String host(@Nullable String url) {
            try {
                return url == null ? null : URI.create(url).getRawAuthority();
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        private static @Nullable String firstLine(@Nullable String text) {
            if (text == null) {
                return null;
            }
            var line = text.strip().lines().findFirst().orElse("").strip();
            return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line;
        }
    }

    /** @param failures the latest one of each delivery, the newest first */
    record Group(Cause cause, List<Attempt> failures) {
        ObjectNode json() {
            var json = JsonNodeFactory.instance.objectNode();
            putIfAny(json, "host", cause.host());
            json.put("outcome", cause.outcome().wireName());
            putIfAny(json, "status", cause.status());
            putIfAny(json, "said", cause.said());
            return json.put("events", failures.size())
                    .put("waiting", failures.stream().filter(Group::waits).count())
                    .put("since", failures.getLast().time().toString())
                    .put("last", failures.getFirst().time().toString())
                    .put("lastEventId", EntryView.shown(failures.getFirst().eventId()));
        }

        private static boolean waits(Attempt failure) {
            var then = failure.line().consequence();
            return then != null && then.due() != null;
        }
    }

    /** @param newestFirst all kinds of attempts of one subscription */
    static FailureGroups of(Collection<Attempt> newestFirst) {
        var seen = new HashSet<EventSource>();
        var groups = new HashMap<Cause, List<Attempt>>();
        for (var each : newestFirst) {
            var result = each.line().result();
            var outcome = result.outcome();
            // These two say only that nothing is awaited any more.
            boolean made = outcome != LastOutcome.CANCELED && outcome != LastOutcome.ABORTED;
            if (made && seen.add(each.source()) && outcome != null) {
                groups.computeIfAbsent(Cause.of(result, outcome), _ -> new ArrayList<>())
                        .add(each);
            }
        }
        return new FailureGroups(groups.entrySet().stream()
                .map(each -> new Group(each.getKey(), each.getValue()))
                .sorted(SIZE.reversed())
                .toList());
    }

    List<ObjectNode> json() {
        return largestFirst.stream().limit(MOST_SHOWN).map(Group::json).toList();
    }

    /** Returns how many groups are not shown. */
    int more() {
        return Math.max(0, largestFirst.size() - MOST_SHOWN);
    }
}
