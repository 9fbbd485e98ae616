package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.terminal.TextTable;
import java.time.Instant;

/** The latest events of a topic, from several pages. */
final class LatestEvents {
    private static final String INCOMPLETE = "incomplete";

    private final int limit;
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();
    private final ArrayNode value = json.putArray("value");
    private long records;
    private String back = "";

    LatestEvents(int limit) {
        this.limit = limit;
    }

    void add(JsonNode page) {
        records += page.at("/looked/records").asLong();
        back = page.at("/looked/back").asText(back);
        if (page.has(INCOMPLETE)) {
            json.set(INCOMPLETE, page.path(INCOMPLETE));
        }
        for (var event : page.path("value")) {
            if (full()) {
                back = event.path("published").asText();
                break;
            }
            value.add(event);
        }
    }

    boolean full() {
        return value.size() >= limit;
    }

    long records() {
        return records;
    }

    String progress() {
        return "Found %d in %d records, back to %s.".formatted(value.size(), records, back);
    }

    /** Returns the time before which everything is that was not looked at. */
    String rest() {
        return back.isEmpty() ? back : Instant.parse(back).plusMillis(1).toString();
    }

    ObjectNode json() {
        json.putObject("looked").put("records", records);
        return json;
    }

    static String table(JsonNode list) {
        var table = new TextTable("PUBLISHED", "EVENT", "TYPE", "SUBJECT", "BYTES", "RECORD");
        for (var event : list.path("value")) {
            table.row(
                    event.path("published").asText(),
                    event.path("eventId").asText(),
                    type(event),
                    event.path("subject").asText(),
                    event.path("bytes").asText(),
                    event.path("source").asText());
        }
        return table.text();
    }

    static String line(JsonNode event) {
        return "%s  %s  %s  %s  %s bytes  %s"
                .formatted(
                        event.path("published").asText(),
                        event.path("eventId").asText(),
                        type(event),
                        event.path("subject").asText(),
                        event.path("bytes").asText(),
                        event.path("source").asText());
    }

    private static String type(JsonNode event) {
        return event.has("invalid")
                ? "no event: " + event.path("invalid").asText()
                : event.path("type").asText();
    }
}
