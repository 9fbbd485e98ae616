package io.tidings.chaos.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventComparisonTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long CLOUD_EVENT = 4_710;
    private static final long GRID_EVENT = 4_711;

    @Test
    void whatWasPublishedDoesNotDiffer() throws IOException {
        assertThat(EventComparison.of(published(CLOUD_EVENT), ChaosSchema.CLOUD_EVENTS))
                .isEmpty();
        assertThat(EventComparison.of(
                        published(GRID_EVENT).put("topic", "/t").put("metadataVersion", "1"), ChaosSchema.EVENT_GRID))
                .isEmpty();
    }

    @Test
    void whatIsConvertedKeepsWhatItSays() throws IOException {
        assertThat(EventComparison.of(converted(), ChaosSchema.CLOUD_EVENTS)).isEmpty();
        assertThat(EventComparison.of(converted().put("source", "/other"), ChaosSchema.CLOUD_EVENTS))
                .isEqualTo("source");
        assertThat(EventComparison.of(converted().put("time", "2026-11-22T06:00:01Z"), ChaosSchema.CLOUD_EVENTS))
                .isEqualTo("time");
    }

    @Test
    void everythingThatWasChangedIsNamed() throws IOException {
        var changed = published(CLOUD_EVENT);
        ((ObjectNode) changed.get("data")).put("text", "nothing is los");
        changed.remove("subject");

        assertThat(EventComparison.of(changed, ChaosSchema.CLOUD_EVENTS)).isEqualTo("subject,data");
        assertThat(EventComparison.of(JSON.readTree("{}"), ChaosSchema.CLOUD_EVENTS))
                .isEqualTo("id");
    }

    private static ObjectNode published(long number) throws IOException {
        return (ObjectNode) JSON.readTree(ChaosEvents.json(number));
    }

    private static ObjectNode converted() throws IOException {
        var grid = published(GRID_EVENT);
        var cloud = JSON.createObjectNode()
                .put("specversion", "1.0")
                .put("source", "/subscriptions/s/topics/campaign-grid")
                .put("type", grid.path("eventType").asText())
                .put("time", grid.path("eventTime").asText());
        return cloud.setAll((ObjectNode) grid.without(List.of("eventType", "eventTime", "dataVersion")));
    }
}
