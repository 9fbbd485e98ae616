package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Accepted;
import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import io.tidings.benchmark.campaign.history.Buried;
import io.tidings.benchmark.campaign.history.History;
import io.tidings.benchmark.campaign.history.Letter;
import io.tidings.benchmark.campaign.history.Matched;
import io.tidings.benchmark.campaign.history.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of one event at one subscription; its requests in the order of their arrival. When the event is brought
 * back from the dead letters, another story begins.
 */
final class Story {
    private final String subscription;
    private final String event;
    private final int redriven;
    private final List<Matched> matched = new ArrayList<>(1);
    private final List<Request> requests = new ArrayList<>(1);
    private final List<Attempt> attempts = new ArrayList<>(1);
    private final List<Buried> buried = new ArrayList<>(0);
    private final List<Letter> letters = new ArrayList<>(0);
    private boolean accepted;
    private @Nullable Accepted offer;

    private Story(String subscription, String event, int redriven) {
        this.subscription = subscription;
        this.event = event;
        this.redriven = redriven;
    }

    static Collection<Story> of(History history) {
        var events = new LinkedHashMap<String, Rounds>();
        history.matched().forEach(each -> rounds(events, history, each.event()).begin(each));
        history.accepted().forEach(each -> rounds(events, history, each.event()).first().accepted = true);
        history.offered().forEach(each -> rounds(events, history, each.event()).first().offer = each);
        history.attempts()
                .forEach(each -> rounds(events, history, each.event())
                        .at(each.appended())
                        .attempts
                        .add(each));
        history.buried()
                .forEach(each -> rounds(events, history, each.event())
                        .round(each.redriven())
                        .buried
                        .add(each));
        history.letters().forEach(each -> rounds(events, history, each.event()).put(each));
        history.requests().stream()
                .sorted(Comparator.comparing(Request::arrived))
                .forEach(each -> {
                    var story = rounds(events, history, each.event()).at(each.arrived());
                    story.requests.add(story.numbered(each));
                });
        return events.values().stream().flatMap(each -> each.stories().stream()).toList();
    }

    private static Rounds rounds(Map<String, Rounds> events, History history, String event) {
        return events.computeIfAbsent(event, _ -> new Rounds(history.subscription(), event));
    }

    /** The stories of one event: it can only be brought back once the one before is over. */
    private static final class Rounds {
        private final NavigableMap<Integer, Story> stories = new TreeMap<>();
        private final NavigableMap<Instant, Story> begun = new TreeMap<>();
        private final String subscription;
        private final String event;

        Rounds(String subscription, String event) {
            this.subscription = subscription;
            this.event = event;
        }

        Story round(int redriven) {
            return stories.computeIfAbsent(redriven, number -> new Story(subscription, event, number));
        }

        Story first() {
            return round(0);
        }

        void begin(Matched start) {
            var story = round(start.redriven());
            story.matched.add(start);
            if (start.redriven() > 0) {
                begun.put(start.at(), story);
            }
        }

        Story at(Instant moment) {
            var last = begun.floorEntry(moment);
            return last == null ? first() : last.getValue();
        }

        /** Blobs do not tell which it is of: to the first that lacks one, else to the last. */
        void put(Letter letter) {
            stories.values().stream()
                    .filter(each -> each.letters.size() < each.buried.size())
                    .findFirst()
                    .orElseGet(() ->
                            stories.isEmpty() ? first() : stories.lastEntry().getValue())
                    .letters
                    .add(letter);
        }

        Collection<Story> stories() {
            return stories.values();
        }
    }

    /** A request of several events tells the most attempts of any; those of this one are in the log, and no more. */
    private Request numbered(Request request) {
        return request.members() == 1
                ? request
                : request.after(Math.min(
                        request.before(),
                        attempts.stream()
                                .filter(each -> each.ending() == Ending.RETRY)
                                .filter(each -> !each.appended().isAfter(request.arrived()))
                                .mapToInt(Attempt::number)
                                .max()
                                .orElse(0)));
    }

    /** Whether the worker had given it up when it arrived: its exchange stays open for a while (B-DEL-4). */
    boolean late(Request request) {
        return attempts.stream()
                .anyMatch(each -> each.timedOut()
                        && each.number() == request.before() + 1
                        && !each.ended().isAfter(request.arrived()));
    }

    String event() {
        return event;
    }

    /** How often the event had been brought back when it began. */
    int redriven() {
        return redriven;
    }

    boolean accepted() {
        return accepted;
    }

    /** If it is owed only to a subscription that is there. */
    Optional<Accepted> offer() {
        return Optional.ofNullable(offer);
    }

    boolean delivered() {
        return requests.stream().anyMatch(Request::accepted);
    }

    /** Whether the worker gave it up and nobody keeps it. */
    boolean dropped() {
        return attempts.stream().anyMatch(attempt -> attempt.ending() == Ending.DROP);
    }

    boolean begun() {
        return !matched.isEmpty();
    }

    Optional<Instant> firstMatched() {
        return matched.stream().map(Matched::at).min(Comparator.naturalOrder());
    }

    List<Letter> letters() {
        return Collections.unmodifiableList(letters);
    }

    List<Buried> buried() {
        return Collections.unmodifiableList(buried);
    }

    List<Request> requests() {
        return Collections.unmodifiableList(requests);
    }

    List<Attempt> attempts() {
        return Collections.unmodifiableList(attempts);
    }

    /** How often each source was written to {@code deliveries}. */
    Map<String, Integer> beginnings() {
        var beginnings = new LinkedHashMap<String, Integer>();
        matched.forEach(each -> beginnings.merge(each.source(), 1, Integer::sum));
        return beginnings;
    }

    /** How many chains there may be: one for each source, however often that was written. */
    int chains() {
        return Math.max(1, beginnings().size());
    }

    Violation violates(Promise promise, String evidence) {
        return new Violation(promise, subscription, event, evidence);
    }
}
