package io.tidings.chaos.subscriber;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares a received event with the published one. Pure. */
public final class EventComparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Members of an Event Grid event by those of the CloudEvent that is made of it. */
    private static final Map<String, String> CONVERTED =
            Map.of("id", "id", "type", "eventType", "subject", "subject", "time", "eventTime", "data", "data");

    private EventComparison() {}

    /** The members that differ, separated by commas. */
    public static String of(JsonNode came, ChaosSchema delivered) {
        long number;
        try {
            number = ChaosEvents.number(came.path("id").asText());
        } catch (IllegalArgumentException e) {
            return "id";
        }
        var published = published(number);
        var schema = ChaosEvents.schema(ChaosEvents.type(number));
        return String.join(
                ",", schema == delivered ? differing(published, came) : differingWhenConverted(published, came));
    }

    private static JsonNode published(long number) {
        try {
            return JSON.readTree(ChaosEvents.json(number));
        } catch (IOException e) {
            throw new UncheckedIOException("an event of the campaign is no JSON", e);
        }
    }

    private static List<String> differing(JsonNode published, JsonNode came) {
        var differing = new ArrayList<String>();
        published.properties().forEach(member -> {
            if (!member.getValue().equals(came.get(member.getKey()))) {
                differing.add(member.getKey());
            }
        });
        return differing;
    }

    private static List<String> differingWhenConverted(JsonNode published, JsonNode came) {
        var differing = new ArrayList<String>();
        CONVERTED.forEach((cloud, grid) -> {
            if (!published.path(grid).equals(came.path(cloud))) {
                differing.add(cloud);
            }
        });
        if (!came.path("specversion").asText().equals("1.0")) {
            differing.add("specversion");
        }
        if (!came.path("source").asText().endsWith("/topics/" + ChaosEvents.topic(ChaosSchema.EVENT_GRID))) {
            differing.add("source");
        }
        return differing.stream().sorted().toList();
    }
}
