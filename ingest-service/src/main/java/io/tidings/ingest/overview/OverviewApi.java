package io.tidings.ingest.overview;

import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.StorageName;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.health.PresentSubscriptions;
import io.tidings.ingest.health.SubscriptionFacts;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.overview.Attention.MatchingStalled;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;

/** The conditions that need attention and the present activity, over HTTP, for the topics that the token may see. */
public record OverviewApi(
        PresentSubscriptions present,
        JobTable jobs,
        RecentActivity activity,
        MatchingWatch matching,
        StorageConditions storages,
        InstantSource clock) {
    public Response respond(ManagedRequest managed) {
        return Response.json(200, of(managed.principal(), clock.instant()).json());
    }

    private OverviewView of(Principal principal, Instant now) {
        var incomplete = new ArrayList<String>();
        var known = new HashMap<String, Boolean>(); // many rows are about the same topic
        Predicate<String> visible = topic -> known.computeIfAbsent(topic, principal::sees);
        var subscriptions = present.at(now).stream()
                .filter(each -> visible.test(each.key().topic()))
                .toList();
        var hour = activity.at(now);
        var minutes = hour.minutes().stream()
                .filter(each -> visible.test(topic(each)))
                .toList();
        if (!hour.available()) {
            incomplete.add("the timeline cannot be asked, so the counts of the last hour are missing");
        }
        incomplete.addAll(hour.incomplete());
        var rules = new AttentionRules(now);
        var attention = rules.ofSubscriptions(subscriptions);
        var visibleJobs = jobs.jobs().stream()
                .filter(job -> job.request().targets().topics().stream().allMatch(visible))
                .toList();
        var redriven = RedrivenMinutes.of(jobs.jobs());
        attention.addAll(AttentionRules.ofMinutes(ofPresent(minutes, subscriptions).stream()
                .filter(each -> !redriven.contains(each))
                .toList()));
        attention.addAll(AttentionRules.ofStorages(storages(subscriptions, incomplete)));
        attention.addAll(matching(incomplete));
        var topics = present.topics().stream()
                .map(entry -> entry.topic().name())
                .filter(visible)
                .toList();
        return new OverviewView(
                now,
                topics,
                subscriptions,
                AttentionRules.ordered(attention),
                hour.with(minutes),
                principal.mayForEveryTopic(Role.READER) ? activity.waiting(now) : null,
                visibleJobs,
                incomplete);
    }

    private static String topic(ActiveMinute minute) {
        int slash = minute.owner().indexOf('/');
        return slash < 0 ? minute.owner() : minute.owner().substring(0, slash);
    }

    /** Leaves out dead letters of subscriptions that were deleted, even if there is another one of the same name. */
    private static List<ActiveMinute> ofPresent(List<ActiveMinute> minutes, List<SubscriptionFacts> subscriptions) {
        var owners = new HashMap<String, String>();
        for (var each : subscriptions) {
            var key = each.key().toString();
            owners.put(key, key); // rows of earlier releases
            owners.put(CountedSubscription.of(each.entry()).toString(), key);
        }
        return minutes.stream()
                .filter(each -> each.deadLettered() == 0 || owners.containsKey(each.owner()))
                .map(each -> each.of(owners.getOrDefault(each.owner(), each.owner())))
                .toList();
    }

    private List<StorageSeen> storages(List<SubscriptionFacts> subscriptions, List<String> incomplete) {
        var used = new HashSet<StorageName>();
        for (var each : subscriptions) {
            var destination = each.entry().subscription().deadLetters();
            if (destination != null) {
                used.add(new StorageName(destination.account(), destination.container()));
            }
        }
        if (used.isEmpty()) {
            return List.of();
        }
        var known = storages.latest();
        if (!known.readable()) {
            incomplete.add("it is not known which storages accept dead letters; the log of ingest-service says why");
        }
        return known.storages().stream()
                .filter(seen -> used.contains(seen.storage()))
                .toList();
    }

    private List<Attention> matching(List<String> incomplete) {
        var known = matching.latest();
        if (known.failing()) {
            incomplete.add("it is not known whether events are matched, because the brokers do not say");
        }
        var progress = known.progress();
        return progress != null && progress.stalled() ? List.of(new MatchingStalled(progress.since())) : List.of();
    }
}
