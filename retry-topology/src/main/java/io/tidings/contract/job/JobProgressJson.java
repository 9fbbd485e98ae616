package io.tidings.contract.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.WireName;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The progress of a job as JSON. Unknown members are ignored, so that a later release may add some. */
public final class JobProgressJson {
    private static final ObjectMapper JSON = new ObjectMapper();

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
        } else if (!progress.uids().isEmpty()) {
            var uids = json.putArray(UIDS);
            progress.uids().stream().sorted().forEach(uids::add);
        }
        return json.toString().getBytes(UTF_8);
    }

    /** Adds all but the state to what a response shows of a job. */
    public static void show(JobProgress progress, ObjectNode json) {
        put(json, STARTED, progress.started());
        put(json, ENDED, progress.ended());
        if (progress.error() != null) {
            json.put(ERROR, progress.error());
        }
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
        if (!progress.examples().isEmpty()) {
            var examples = json.putArray(EXAMPLES);
            progress.examples().forEach(example -> show(example, examples.addObject()));
        }
    }

    private static void show(JobExample example, ObjectNode json) {
        if (example.subscription() != null) {
            json.put("subscription", example.subscription());
        }
        json.put("eventId", example.eventId()).put("source", example.source());
        put(json, "time", example.time());
        if (example.reason() != null) {
            json.put("reason", example.reason());
        }
        if (example.status() != null) {
            json.put("status", example.status());
        }
    }

    private static void put(ObjectNode json, String name, @Nullable Instant time) {
        if (time != null) {
            json.put(name, time.toString());
        }
    }

    static JobProgress read(byte[] value) throws IOException {
        var json = JSON.readTree(value);
        var word = json.path(STATE).asText();
        return new JobProgress(
                WireName.of(JobState.class, word).orElseThrow(() -> new IOException("\"" + word + "\" is no state of a job")),
                time(json, STARTED),
                time(json, ENDED),
                json.path(ERROR).textValue(),
                counts(json.path(PROGRESS)),
                examples(json.path(EXAMPLES)),
                numbers(json.path(POSITIONS)),
                uids(json));
    }

    private static Set<String> uids(JsonNode json) {
        var uids = new HashSet<String>();
        json.path(UIDS).forEach(each -> uids.add(each.asText()));
        var only = json.path(UID).textValue();
        if (only != null) {
            uids.add(only);
        }
        return uids;
    }

    private static JobCounts counts(JsonNode json) {
        return new JobCounts(
                json.path("scanned").asLong(),
                json.path("selected").asLong(),
                json.path(COUNTED).asBoolean(),
                json.path("written").asLong(),
                numbers(json.path(SKIPPED)));
    }

    private static List<JobExample> examples(JsonNode json) throws IOException {
        var examples = new ArrayList<JobExample>();
        for (var each : json) {
            var at = time(each, "time");
            if (at == null) {
                throw new IOException("an example of a job without a time");
            }
            var status = each.get("status");
            examples.add(new JobExample(
                    each.path("subscription").textValue(),
                    each.path("eventId").asText(),
                    each.path("source").asText(),
                    at,
                    each.path("reason").textValue(),
                    status == null ? null : status.intValue()));
        }
        return examples;
    }

    private static Map<String, Long> numbers(JsonNode json) {
        var numbers = new HashMap<String, Long>();
        json.properties()
                .forEach(each -> numbers.put(each.getKey(), each.getValue().asLong()));
        return numbers;
    }

    private static @Nullable Instant time(JsonNode json, String name) throws IOException {
        var text = json.path(name).textValue();
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IOException(name + " is no time: " + text, e);
        }
    }
}
