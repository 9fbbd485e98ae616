package io.tidings.contract.job;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The progress of a job as JSON. Unknown members are ignored, so that a later release may add some. */
public final class JobProgressJson {
    private static final String STATE = "state";
    private static final String STARTED = "started";
    private static final String ENDED = "ended";
    private static final String ERROR = "error";
    private static final String PROGRESS = "progress";
    private static final String SKIPPED = "skipped";
    private static final String COUNTED = "counted";
    private static final String EXAMPLES = "examples";
    private static final String POSITIONS = "positions";
    /** Of the only subscription, as earlier releases know it. */
    private static final String UID = "uid";

    private static final String UIDS = "uids";

    private JobProgressJson() {}

    /** The value of a record. */
    public static byte[] write(JobProgress progress) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put(STATE, progress.state().wireName());
        show(progress, json);
        ((ObjectNode) json.required(PROGRESS)).put(COUNTED, progress.counts().counted());
        var positions = json.putObject(POSITIONS);
        progress.positions().forEach(positions::put);
        if (progress.uids().size() == 1) {
            json.put(UID, progress.uids().iterator().next());
        } else {
            putIfAny(json, UIDS, new TreeSet<>(progress.uids()));
        }
        return json.toString().getBytes(UTF_8);
    }

    /** Adds all but the state to what a response shows of a job. */
    public static void show(JobProgress progress, ObjectNode json) {
        putIfAny(json, STARTED, progress.started());
        putIfAny(json, ENDED, progress.ended());
        putIfAny(json, ERROR, progress.error());
        var counts = progress.counts();
        var shown = json.putObject(PROGRESS)
                .put("scanned", counts.scanned())
                .put("selected", counts.selected())
                .put("written", counts.written());
        if (counts.counted()) {
            shown.put("left", counts.left());
        }
        var skipped = shown.putObject(SKIPPED);
        counts.skipped().forEach(skipped::put);
        putIfAny(
                json,
                EXAMPLES,
                progress.examples().stream().map(JobProgressJson::show).toList());
    }

    private static ObjectNode show(JobExample example) {
        var json = JsonNodeFactory.instance.objectNode();
        putIfAny(json, "subscription", example.subscription());
        json.put("eventId", example.eventId())
                .put("source", example.source())
                .put("time", example.time().toString());
        putIfAny(json, "reason", example.reason());
        putIfAny(json, "status", example.status());
        return json;
    }

    static JobProgress read(byte[] value) throws IOException {
        var json = RecordJson.of(value);
        return new JobProgress(
                json.oneOf(STATE, JobState.class),
                json.timeIfAny(STARTED),
                json.timeIfAny(ENDED),
                json.text(ERROR),
                counts(json.at(PROGRESS)),
                json.all(EXAMPLES, JobProgressJson::example),
                numbers(json.at(POSITIONS)),
                uids(json));
    }

    private static Set<String> uids(RecordJson json) throws IOException {
        var uids = new HashSet<>(json.all(UIDS, each -> each.json().asText()));
        var only = json.text(UID);
        if (only != null) {
            uids.add(only);
        }
        return uids;
    }

    private static JobCounts counts(RecordJson json) {
        return new JobCounts(
                json.number("scanned"),
                json.number("selected"),
                json.json().path(COUNTED).asBoolean(),
                json.number("written"),
                numbers(json.at(SKIPPED)));
    }

    private static JobExample example(RecordJson json) throws IOException {
        return new JobExample(
                json.text("subscription"),
                json.json().path("eventId").asText(),
                json.json().path("source").asText(),
                json.time("time"),
                json.text("reason"),
                json.numberIfAny("status"));
    }

    private static Map<String, Long> numbers(RecordJson json) {
        var numbers = new HashMap<String, Long>();
        json.json()
                .properties()
                .forEach(each -> numbers.put(each.getKey(), each.getValue().asLong()));
        return numbers;
    }
}
