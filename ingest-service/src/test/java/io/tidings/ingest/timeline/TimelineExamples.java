package io.tidings.ingest.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.ExportLine;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Entries of the timeline, about one event, and the subscriptions that it went to. */
final class TimelineExamples {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    static final SubscriptionKey AUDIT = new SubscriptionKey("orders", "audit");
    static final EventSource SOURCE = new EventSource("tidings.events", 0, 41);
    static final EventSource LATER = new EventSource("tidings.events", 0, 42);
    static final EventSource LETTER = new EventSource("tidings.dead-letters", 3, 17);

    private TimelineExamples() {}

    static TimelineResult rows(TimelineEntry... entries) {
        return rows(null, entries);
    }

    /** @param cutAt the position behind which there are rows that have no space */
    static TimelineResult rows(@Nullable String cutAt, TimelineEntry... entries) {
        var rows =
                Stream.of(entries).map(entry -> new Row("00", entry, List.of())).toList();
        return new TimelineResult(
                List.of(1), rows, cutAt, Map.of(), List.of(), List.of(), Duration.ofMillis(250), List.of());
    }

    private static LoggedDelivery delivery(int redriven) {
        return new LoggedDelivery("1", SOURCE, "u-1", NOON.minusSeconds(60), redriven);
    }

    static Attempt attempt(
            SubscriptionKey subscription, int number, Instant ended, Result result, Consequence consequence) {
        return new Attempt(
                subscription, new AttemptLine(delivery(0), number, ended, Duration.ofMillis(12), result, consequence));
    }

    static Attempt failure(SubscriptionKey subscription, int number, Instant ended) {
        var result = new Result(LastOutcome.BUSY, 503, "status 503", "later");
        return attempt(subscription, number, ended, result, new Consequence("Retry", null, ended.plusSeconds(301)));
    }

    /** A first attempt of an event for billing. */
    static Attempt failure(EventSource source) {
        var line = new AttemptLine(
                new LoggedDelivery("1", source, "u-1", NOON, 0),
                1,
                NOON.plusSeconds(60),
                Duration.ofMillis(12),
                new Result(LastOutcome.BUSY, 503, "status 503", "later"),
                new Consequence("Retry", null, NOON.plusSeconds(361)));
        return new Attempt(BILLING, line);
    }

    static Attempt success(int number, Instant ended) {
        var result = new Result(null, 200, null, null);
        return attempt(BILLING, number, ended, result, new Consequence("Delivered", null, null));
    }

    static DeadLetter letter(int redriven) {
        var ending = new DeadLetter.Ending("MaxDeliveryAttemptsExceeded", 30, "Busy", 503);
        return new DeadLetter(BILLING, delivery(redriven), LETTER, NOON, ending);
    }

    static Export export(ExportLine.Ending ending) {
        return new Export(BILLING, new ExportLine(delivery(0), LETTER, NOON.plusSeconds(300), ending));
    }

    static void putSubscription(ResourceTable table, String name, String filter) {
        var headers = new RecordHeaders();
        HeaderText.set(headers, HeaderNames.SUBSCRIPTION_UID, "u-" + name);
        HeaderText.set(headers, HeaderNames.PROVISIONING_STATE, "Succeeded");
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://x.example"}},\
            "filter":%s}}\
            """.formatted(filter);
        table.readSubscription("orders/" + name, headers, json.getBytes(UTF_8), 1);
    }
}
