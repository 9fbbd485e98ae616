package io.tidings.ingest.overview;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.ingest.health.SubscriptionFacts;
import io.tidings.ingest.overview.Attention.DeadLettersGrow;
import io.tidings.ingest.overview.Attention.EventsRejected;
import io.tidings.ingest.overview.Attention.Expires;
import io.tidings.ingest.overview.Attention.Fails;
import io.tidings.ingest.overview.Attention.HoldsMuch;
import io.tidings.ingest.overview.Attention.IsPaused;
import io.tidings.ingest.overview.Attention.MatchingStalled;
import io.tidings.ingest.overview.Attention.OfSubscription;
import io.tidings.ingest.overview.Attention.OnProbation;
import io.tidings.ingest.overview.Attention.StorageUnavailable;
import io.tidings.ingest.overview.Attention.ValidationFailed;
import io.tidings.ingest.overview.Attention.ValidationWaits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that need attention, the most urgent first. Pure.
 *
 * <p>A subscription has one health. Beside it its dead letters may grow, and its end may be near.
 */
record AttentionRules(Instant now) {
    /** As the system event that announces it. */
    private static final Duration BEFORE_EXPIRATION = Duration.ofDays(1);

    private static final Comparator<Attention> MOST_URGENT_FIRST = Comparator.comparingInt(AttentionRules::urgency)
            .thenComparing(Attention::since, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(AttentionRules::name);

    static List<Attention> ordered(Collection<Attention> all) {
        return all.stream().sorted(MOST_URGENT_FIRST).toList();
    }

    private static int urgency(Attention attention) {
        return switch (attention) {
            case MatchingStalled _ -> 0;
            case StorageUnavailable _ -> 1;
            case HoldsMuch _ -> 2;
            case OnProbation _ -> 3;
            case ValidationWaits _ -> 4;
            case ValidationFailed _ -> 5;
            case DeadLettersGrow _ -> 6;
            case Fails _ -> 7;
            case EventsRejected _ -> 8;
            case Expires _ -> 9;
            case IsPaused _ -> 10;
        };
    }

    private static String name(Attention attention) {
        return switch (attention) {
            case MatchingStalled _ -> "";
            case StorageUnavailable(var storage, var _) -> storage.toString();
            case EventsRejected rejected -> rejected.topic();
            case OfSubscription of -> of.key().toString();
        };
    }

    List<Attention> ofSubscriptions(List<SubscriptionFacts> subscriptions) {
        var all = new ArrayList<Attention>();
        for (var each : subscriptions) {
            state(each).ifPresent(all::add);
            expiration(each).ifPresent(all::add);
        }
        return all;
    }

    private Optional<Attention> state(SubscriptionFacts facts) {
        var key = facts.key();
        return switch (facts.health(now)) {
            case FAILING -> facts.failure().map(reason -> new Fails(key, reason, outcome(facts)));
            case ON_PROBATION ->
                Optional.ofNullable(facts.endpoint())
                        .flatMap(health -> Optional.ofNullable(health.probation())
                                .map(probation -> new OnProbation(
                                        key,
                                        probation.since(),
                                        probation.until(),
                                        probation.cause(),
                                        health.lastError())));
            case NOT_VALIDATED -> validation(key, facts.entry().provisioning());
            case PAUSED -> Optional.of(paused(facts));
            case DELIVERING, NO_TRAFFIC -> Optional.empty();
        };
    }

    private static Attention paused(SubscriptionFacts facts) {
        var since = facts.entry().pauses().since();
        var use = facts.endpoint() == null ? null : facts.endpoint().hold();
        return since.isPresent() && use != null
                ? new HoldsMuch(facts.key(), since.get(), use, facts.waiting())
                : new IsPaused(facts.key(), facts.waiting(), facts.pauseReason().orElse(null));
    }

    private static @Nullable LastOutcome outcome(SubscriptionFacts facts) {
        return facts.endpoint() == null || facts.failuresInARow() == 0
                ? null
                : facts.endpoint().lastOutcome();
    }

    /** An endpoint that is asked just now needs nobody. */
    private static Optional<Attention> validation(SubscriptionKey key, Provisioning provisioning) {
        return switch (provisioning.state()) {
            case AWAITING_MANUAL_ACTION ->
                Optional.of(new ValidationWaits(key, provisioning.since(), provisioning.problem()));
            case FAILED -> Optional.of(new ValidationFailed(key, provisioning.since(), provisioning.problem()));
            case CREATING, UPDATING, SUCCEEDED -> Optional.empty();
        };
    }

    private Optional<Attention> expiration(SubscriptionFacts facts) {
        var expires = facts.entry().subscription().expires();
        return expires == null || now.isBefore(expires.minus(BEFORE_EXPIRATION)) || !now.isBefore(expires)
                ? Optional.empty()
                : Optional.of(new Expires(facts.key(), expires));
    }

    /** @param storages of the subscriptions that the principal sees */
    static List<Attention> ofStorages(Collection<StorageSeen> storages) {
        return storages.stream()
                .filter(seen -> !seen.available())
                .<Attention>map(seen -> new StorageUnavailable(seen.storage(), seen.since()))
                .toList();
    }

    /** @param lastHour of the topics that the principal sees */
    static List<Attention> ofMinutes(Collection<ActiveMinute> lastHour) {
        var all = new ArrayList<Attention>();
        sums(lastHour, each -> each.deadLettered() - each.overcome())
                .forEach((owner, sum) -> SubscriptionKey.parse(owner)
                        .ifPresent(key -> all.add(new DeadLettersGrow(key, sum.since(), sum.count()))));
        sums(lastHour, ActiveMinute::rejected)
                .forEach((topic, sum) -> all.add(new EventsRejected(topic, sum.since(), sum.count())));
        return all;
    }

    private record Sum(Instant since, long count) {
        Sum plus(Sum other) {
            return new Sum(since.isBefore(other.since) ? since : other.since, count + other.count);
        }
    }

    private static Map<String, Sum> sums(Collection<ActiveMinute> minutes, ToLongFunction<ActiveMinute> counted) {
        var sums = new HashMap<String, Sum>();
        for (var each : minutes) {
            long count = counted.applyAsLong(each);
            if (count > 0) {
                sums.merge(each.owner(), new Sum(each.minute(), count), Sum::plus);
            }
        }
        return sums;
    }
}
