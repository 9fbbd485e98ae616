package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.ExportLine.Ending;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import java.util.List;
import java.util.Optional;

/** Entries of the timeline as JSON. Pure. */
final class EntryView {
    private EntryView() {}

    /** An element of the list of attempts. */
    static ObjectNode ofList(Attempt attempt) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("eventId", shown(attempt.eventId()))
                .put("source", attempt.source().toString());
        return write(json, attempt.line());
    }

    /** Cuts an id of an event that was accepted when ids had no limit. */
    static String shown(String id) {
        int most = EventLimits.MAX_ATTRIBUTE_LENGTH;
        return id.length() <= most ? id : id.substring(0, most) + "…";
    }

    static ObjectNode of(AttemptLine line) {
        return write(JsonNodeFactory.instance.objectNode(), line);
    }

    private static ObjectNode write(ObjectNode json, AttemptLine line) {
        var result = line.result();
        json.put("number", line.attempt())
                .put("ended", line.ended().toString())
                .put("durationMs", line.took().toMillis());
        putIfAny(json, "status", result.status());
        json.put("outcome", outcome(line));
        putIfAny(json, "error", result.error());
        putIfAny(json, "excerpt", result.excerpt());
        putIfAny(json, "url", result.url());
        var consequence = line.consequence();
        if (consequence != null) {
            json.put("verdict", consequence.verdict());
            putIfAny(json, "reason", consequence.reason());
            putIfAny(json, "due", consequence.due());
        }
        return json;
    }

    private static String outcome(AttemptLine line) {
        var outcome = line.result().outcome();
        return outcome == null ? AttemptLine.SUCCESS : outcome.wireName();
    }

    /**
     * An element of the list of dead letters.
     *
     * @param related its exports, and the first attempt since it was brought back
     */
    static ObjectNode ofList(DeadLetter letter, List<TimelineEntry> related) {
        var ending = letter.ending();
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("eventId", shown(letter.eventId()))
                .put("source", letter.source().toString())
                .put("deadLettered", letter.time().toString())
                .put("reason", ending.reason())
                .put("attempts", ending.attempts());
        putUnless(json, "redriven", letter.delivery().redriven(), 0);
        putIfAny(json, "lastOutcome", ending.outcome());
        putIfAny(json, "lastStatus", ending.status());
        for (var each : related) {
            if (each instanceof Attempt attempt && attempt.delivery().published() != null) {
                json.put("broughtBack", attempt.delivery().published().toString());
            }
        }
        var exports = related.stream().filter(Export.class::isInstance).map(Export.class::cast);
        blob(exports.toList()).ifPresent(blob -> json.set("blob", blob));
        return json;
    }

    /** An element of the list of rejected events. */
    static ObjectNode ofList(Rejection rejection) {
        var json = JsonNodeFactory.instance.objectNode();
        putUnless(json, "eventId", shown(rejection.eventId()), "");
        return json.put("source", rejection.source().toString())
                .put("time", rejection.time().toString())
                .put("reason", rejection.reason())
                .put("error", rejection.error());
    }

    /** Returns where a dead letter is now; empty if that is not known yet. */
    static Optional<ObjectNode> blob(List<Export> exports) {
        return exports.stream().findFirst().map(export -> blob(export));
    }

    private static ObjectNode blob(Export export) {
        var json = JsonNodeFactory.instance.objectNode();
        switch (export.line().ending()) {
            case Ending.Written(var account, var container, var path) ->
                json.put("account", account).put("container", container).put("path", path);
            case Ending.Dropped(var reason) -> json.put("dropped", reason);
        }
        return json.put("written", export.time().toString());
    }
}
