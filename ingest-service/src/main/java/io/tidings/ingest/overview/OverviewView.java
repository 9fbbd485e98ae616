package io.tidings.ingest.overview;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobState;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.ingest.health.SubscriptionFacts;
import io.tidings.ingest.timeline.PendingView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The overview as JSON. Pure.
 *
 * @param attention the most urgent first
 * @param waiting for a retry, of all topics; null if it is not known or not for this principal
 */
record OverviewView(
        Instant now,
        List<String> topics,
        List<SubscriptionFacts> subscriptions,
        List<Attention> attention,
        RecentActivity.Hour hour,
        WaitingDeliveries.@Nullable ByTier waiting,
        List<Job> jobs,
        List<String> incomplete) {
    private static final int MOST_SHOWN = 100;
    private static final int MINUTES = 60;

    OverviewView {
        topics = List.copyOf(topics);
        subscriptions = List.copyOf(subscriptions);
        attention = List.copyOf(attention);
        jobs = List.copyOf(jobs);
        incomplete = List.copyOf(incomplete);
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("topics", topics.size());
        var counts = json.putObject("subscriptions").put("total", subscriptions.size());
        count(counts.putObject("byState"), each -> each.entry().state().wireName());
        count(counts.putObject("byHealth"), each -> each.health(now).wireName());
        var byTopic = json.putArray("byTopic");
        TopicLoad.mostUrgentFirst(topics, subscriptions, now).stream()
                .limit(MOST_SHOWN)
                .forEach(each -> byTopic.add(each.json()));
        var conditions = json.putArray("attention");
        var facts = subscriptions.stream().collect(Collectors.toMap(SubscriptionFacts::key, Function.identity()));
        attention.stream().limit(MOST_SHOWN).forEach(each -> conditions.add(json(each, facts)));
        json.put("attentionTotal", attention.size());
        if (hour.available()) {
            write(json.putArray("minutes"));
        }
        json.set("pending", pending());
        json.putObject("jobs").put("running", jobsIn(JobState.RUNNING)).put("queued", jobsIn(JobState.QUEUED));
        var timeline = json.putObject("timeline").put("available", hour.available());
        if (hour.behind() != null) {
            timeline.put("behindMs", hour.behind().toMillis());
        }
        putIfAny(json, "incomplete", incomplete);
        return json;
    }

    private static ObjectNode json(Attention condition, Map<SubscriptionKey, SubscriptionFacts> facts) {
        var json = AttentionView.of(condition);
        if (condition instanceof Attention.OfSubscription of) {
            var subscription = facts.get(of.key());
            putIfAny(json, "host", subscription == null ? null : subscription.host());
        }
        return json;
    }

    private ObjectNode pending() {
        var json = PendingView.of(sum(SubscriptionFacts::waiting), waiting == null ? Map.of() : waiting.tiers());
        if (waiting == null) {
            json.remove(PendingView.TIERS);
        } else {
            json.put("complete", waiting.complete());
        }
        return json.put("deferred", sum(SubscriptionFacts::deferred));
    }

    private long sum(ToLongFunction<SubscriptionFacts> count) {
        return subscriptions.stream().mapToLong(count).sum();
    }

    private void count(ObjectNode counts, Function<SubscriptionFacts, String> word) {
        for (var each : subscriptions) {
            var name = word.apply(each);
            counts.put(name, counts.path(name).longValue() + 1);
        }
    }

    private long jobsIn(JobState state) {
        return jobs.stream().filter(job -> job.state() == state).count();
    }

    /** The minutes that are over, the oldest first; one in which nothing happened is there as well. */
    private void write(ArrayNode minutes) {
        var sums = new HashMap<Instant, ActiveMinute>();
        hour.minutes().forEach(each -> sums.merge(each.minute(), each, ActiveMinute::plus));
        var present = now.truncatedTo(ChronoUnit.MINUTES);
        for (int i = MINUTES; i > 0; i--) {
            var minute = present.minus(i, ChronoUnit.MINUTES);
            var sum = sums.getOrDefault(minute, new ActiveMinute(minute, "", 0, 0, 0, 0));
            minutes.addObject()
                    .put("minute", minute.toString())
                    .put("delivered", sum.delivered())
                    .put("failed", sum.failed())
                    .put("deadLettered", sum.deadLettered());
        }
    }
}
