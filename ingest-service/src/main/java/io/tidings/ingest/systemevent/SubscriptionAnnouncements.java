package io.tidings.ingest.systemevent;

import static io.tidings.contract.condition.AnnouncedMark.DEAD_LETTERS;
import static io.tidings.contract.condition.AnnouncedMark.EXPIRATION;
import static io.tidings.contract.condition.AnnouncedMark.GONE;
import static io.tidings.contract.condition.AnnouncedMark.PROBATION;
import static io.tidings.contract.condition.AnnouncedMark.VALIDATION;

import io.tidings.contract.condition.AnnouncedState;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.table.Provisioning;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the present condition of a subscription with what was announced of it (B-SYS-2). Pure: no clock, no I/O.
 *
 * <pre>
 *   condition          an event is published when              remembered
 *   probation          it began; it ended                      its beginning, until the end
 *   validation         it failed; it needs a hand              the beginning of that state
 *   dead letters       the first one after a quiet hour        the latest one
 *   expiration         a day before                            its time
 *   gone endpoint      it was paused for a 410                 the time of the response
 * </pre>
 *
 * <p>A condition that changes faster than its events may be published is skipped: a subscriber always learns the latest
 * one.
 */
public record SubscriptionAnnouncements(TopicIds ids) {
    static final Duration INTERVAL = Duration.ofMinutes(5);
    static final Duration QUIET = Duration.ofHours(1);
    static final Duration AHEAD = Duration.ofDays(1);

    private static final String SINCE = "since";

    /** Returns empty if there is nothing to announce yet. */
    public Optional<Announcement> next(AnnouncedState before, SubscriptionCondition now, Instant at) {
        return Stream.of(
                        probation(before, now, at),
                        validation(before, now, at),
                        deadLetters(before, now, at),
                        expiration(before, now, at),
                        gone(before, now, at))
                .flatMap(Optional::stream)
                .filter(each -> each.mayFollow(before, INTERVAL, at))
                .findFirst();
    }

    private Optional<Announcement> probation(AnnouncedState before, SubscriptionCondition now, Instant at) {
        var probation = now.probation();
        var known = before.mark(PROBATION);
        if (known.isPresent()) {
            var begun = known.get();
            return probation != null && probation.since().equals(begun)
                    ? Optional.empty()
                    : Optional.of(Announcement.publish(
                            event(SystemEventType.PROBATION_ENDED, now, begun, at, Map.of(SINCE, begun.toString())),
                            before.without(PROBATION),
                            at));
        }
        if (probation == null) {
            return Optional.empty();
        }
        var details = new LinkedHashMap<String, String>();
        details.put(SINCE, probation.since().toString());
        details.put("until", probation.until().toString());
        details.put("cause", probation.cause().wireName());
        return Optional.of(Announcement.publish(
                event(SystemEventType.PROBATION_STARTED, now, probation.since(), probation.since(), details),
                before.with(PROBATION, probation.since()),
                at));
    }

    private Optional<Announcement> validation(AnnouncedState before, SubscriptionCondition now, Instant at) {
        var since = now.provisioning().since();
        var type = type(now.provisioning());
        if (type == null
                || since == null
                || before.mark(VALIDATION).filter(since::equals).isPresent()) {
            return Optional.empty();
        }
        var details = new LinkedHashMap<String, String>();
        details.put(SINCE, since.toString());
        var problem = now.provisioning().problem();
        if (problem != null) {
            details.put("problem", problem);
        }
        return Optional.of(
                Announcement.publish(event(type, now, since, since, details), before.with(VALIDATION, since), at));
    }

    private static @Nullable SystemEventType type(Provisioning provisioning) {
        return switch (provisioning.state()) {
            case FAILED -> SystemEventType.VALIDATION_FAILED;
            case AWAITING_MANUAL_ACTION -> SystemEventType.VALIDATION_AWAITING;
            case CREATING, UPDATING, SUCCEEDED -> null;
        };
    }

    private Optional<Announcement> deadLetters(AnnouncedState before, SubscriptionCondition now, Instant at) {
        var latest = now.latestDeadLetter();
        var known = before.mark(DEAD_LETTERS);
        if (latest == null || (known.isPresent() && !latest.isAfter(known.get()))) {
            return Optional.empty();
        }
        var after = before.with(DEAD_LETTERS, latest);
        boolean quiet = known.isEmpty() || !latest.isBefore(known.get().plus(QUIET));
        return Optional.of(
                quiet
                        ? Announcement.publish(
                                event(
                                        SystemEventType.DEAD_LETTERS_STARTED,
                                        now,
                                        latest,
                                        latest,
                                        Map.of(SINCE, latest.toString())),
                                after,
                                at)
                        : new Announcement.Note(after));
    }

    private Optional<Announcement> expiration(AnnouncedState before, SubscriptionCondition now, Instant at) {
        var expires = now.expires();
        if (expires == null
                || at.isBefore(expires.minus(AHEAD))
                || !at.isBefore(expires)
                || before.mark(EXPIRATION).filter(expires::equals).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(Announcement.publish(
                event(SystemEventType.EXPIRING, now, expires, at, Map.of("expires", expires.toString())),
                before.with(EXPIRATION, expires),
                at));
    }

    private Optional<Announcement> gone(AnnouncedState before, SubscriptionCondition now, Instant at) {
        var gone = now.provisioning().gone();
        if (gone == null || before.mark(GONE).filter(gone::equals).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(Announcement.publish(
                event(SystemEventType.PAUSED_FOR_GONE, now, gone, gone, Map.of(SINCE, gone.toString())),
                before.with(GONE, gone),
                at));
    }

    /** @param moment distinguishes this change from others of the same type */
    private SystemEvent event(
            SystemEventType type, SubscriptionCondition of, Instant moment, Instant time, Map<String, String> details) {
        var data = new LinkedHashMap<String, String>();
        data.put("topic", of.key().topic());
        data.put("subscription", of.key().name());
        data.putAll(details);
        return new SystemEvent(
                type,
                SystemEvent.idOf(type, of.uid(), moment),
                ids.idOf(of.key().topic()),
                "topics/" + of.key().topic() + "/eventSubscriptions/" + of.key().name(),
                time,
                data);
    }
}
