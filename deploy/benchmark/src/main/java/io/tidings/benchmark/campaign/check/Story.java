package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Accepted;
import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Buried;
import io.tidings.benchmark.campaign.history.History;
import io.tidings.benchmark.campaign.history.Matched;
import io.tidings.benchmark.campaign.history.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What became of one event at one subscription; its requests in the order of their arrival. */
final class Story {
    private final String subscription;
    private final String event;
    private final List<Matched> matched = new ArrayList<>(1);
    private final List<Request> requests = new ArrayList<>(1);
    private final List<Attempt> attempts = new ArrayList<>(1);
    private final List<Buried> buried = new ArrayList<>(0);
    private boolean accepted;
    private int blobs;

    private Story(String subscription, String event) {
        this.subscription = subscription;
        this.event = event;
    }

    static Collection<Story> of(History history) {
        var stories = new LinkedHashMap<String, Story>();
        Function<String, Story> story =
                event -> stories.computeIfAbsent(event, _ -> new Story(history.subscription(), event));
        for (Accepted each : history.accepted()) {
            story.apply(each.event()).accepted = true;
        }
        history.matched().forEach(each -> story.apply(each.event()).matched.add(each));
        history.attempts().forEach(each -> story.apply(each.event()).attempts.add(each));
        history.buried().forEach(each -> story.apply(each.event()).buried.add(each));
        history.blobs().forEach(each -> story.apply(each).blobs++);
        history.requests().stream()
                .sorted(Comparator.comparing(Request::arrived))
                .forEach(each -> story.apply(each.event()).requests.add(each));
        return stories.values();
    }

    boolean accepted() {
        return accepted;
    }

    boolean delivered() {
        return requests.stream().anyMatch(Request::accepted);
    }

    /** Whether the worker gave it up and nobody keeps it. */
    boolean dropped() {
        return attempts.stream().anyMatch(attempt -> attempt.ending() == Attempt.Ending.DROP);
    }

    boolean begun() {
        return !matched.isEmpty();
    }

    int blobs() {
        return blobs;
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
