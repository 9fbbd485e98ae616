package io.tidings.ingest.overview;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.jspecify.annotations.Nullable;

/** A condition that a person has to look at, as JSON with a sentence that says what it means. Pure. */
final class AttentionView {
    private AttentionView() {}

    static ObjectNode of(Attention attention) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("kind", kind(attention));
        owner(json, attention);
        putIfAny(json, "since", attention.since());
        return switch (attention) {
            case MatchingStalled _ ->
                sentence(
                        json,
                        "events are appended and not matched: no retry-topology runs, or the one that runs makes no"
                                + " progress");
            case StorageUnavailable storage ->
                sentence(json, "the storage " + storage.storage() + " does not accept blobs; dead letters wait for it");
            case HoldsMuch holds -> of(holds, json);
            case OnProbation probation -> of(probation, json);
            case ValidationWaits(var _, var _, var problem) ->
                sentence(json, or(problem, "a person has to agree for its endpoint, at the validation URL"));
            case ValidationFailed(var _, var _, var problem) ->
                sentence(json, or(problem, "its endpoint has not agreed to get events"));
            case DeadLettersGrow letters ->
                sentence(
                        json.put("count", letters.count()),
                        events(letters.count()) + " became dead letters in the last hour");
            case Fails(var _, var reason, var outcome) -> {
                putIfAny(json, "detail", outcome);
                yield sentence(json, reason);
            }
            case EventsRejected rejected -> of(rejected, json);
            case Expires(var _, var until) ->
                sentence(
                        json.put("until", until.toString()),
                        "it expires at " + until + " and gets no events from then on");
            case IsPaused paused ->
                sentence(
                        json.put("count", paused.waiting()),
                        "it is paused" + (paused.reason() == null ? "" : ": " + paused.reason()) + "; "
                                + deliveries(paused.waiting()));
        };
    }

    private static String kind(Attention attention) {
        return switch (attention) {
            case MatchingStalled _ -> "MatchingStalled";
            case StorageUnavailable _ -> "StorageUnavailable";
            case HoldsMuch _ -> "HoldsMuch";
            case OnProbation _ -> "OnProbation";
            case ValidationWaits _ -> "ValidationWaits";
            case ValidationFailed _ -> "ValidationFailed";
            case DeadLettersGrow _ -> "DeadLetters";
            case Fails _ -> "Failing";
            case EventsRejected _ -> "Rejected";
            case Expires _ -> "Expiring";
            case IsPaused _ -> "Paused";
        };
    }

    private static void owner(ObjectNode json, Attention attention) {
        switch (attention) {
            case OfSubscription of ->
                json.put("topic", of.key().topic()).put("subscription", of.key().name());
            case EventsRejected rejected -> {
                if (!rejected.topic().isEmpty()) {
                    json.put("topic", rejected.topic());
                }
            }
            case StorageUnavailable(var storage, var _) -> json.put("detail", storage.toString());
            case MatchingStalled _ -> {
                // of all topics
            }
        }
    }

    private static ObjectNode of(HoldsMuch holds, ObjectNode json) {
        var used = "it is paused and has used "
                + switch (holds.use()) {
                    case HALF -> "half of hold.max or hold.max.bytes, and when all is used, the oldest events expire; ";
                    case ALL -> "all of hold.max or hold.max.bytes, so the oldest events expire; ";
                };
        return sentence(json.put("count", holds.waiting()), used + deliveries(holds.waiting()));
    }

    private static ObjectNode of(OnProbation probation, ObjectNode json) {
        var cause = probation.cause().wireName();
        json.put("until", probation.until().toString()).put("detail", cause);
        return sentence(
                json,
                "nothing is sent until " + probation.until() + ", then one delivery as a probe: "
                        + or(probation.error(), cause));
    }

    private static ObjectNode of(EventsRejected rejected, ObjectNode json) {
        var which = rejected.topic().isEmpty() ? " without a topic" : "";
        var verb = rejected.count() == 1 ? " was" : " were";
        return sentence(
                json.put("count", rejected.count()),
                events(rejected.count()) + which + verb + " rejected in the last hour");
    }

    private static String events(long count) {
        return count == 1 ? "1 event" : count + " events";
    }

    private static String deliveries(long waiting) {
        return waiting == 1 ? "1 delivery waits" : waiting + " deliveries wait";
    }

    private static String or(@Nullable String text, String other) {
        return text == null ? other : text;
    }

    private static ObjectNode sentence(ObjectNode json, String sentence) {
        return json.put("sentence", sentence);
    }
}
