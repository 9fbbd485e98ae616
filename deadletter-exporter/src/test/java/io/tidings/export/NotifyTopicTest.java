package io.tidings.export;

import static io.tidings.contract.event.EventSchema.CLOUD_EVENTS;
import static io.tidings.contract.event.EventSchema.EVENT_GRID;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicResource;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-DLQ-7: the topic of blob events exists and accepts them. */
class NotifyTopicTest {
    private final ResourceTable existing = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));

    @Test
    void aTopicWithEventGridSchemaIsAccepted() {
        create("blobs", EVENT_GRID);
        assertThat(new NotifyTopic("blobs").problem(existing)).isEmpty();
    }

    @Test
    void aNameThatNoTopicHasIsRefusedBesideTheNamesThatThereAre() {
        create("orders", CLOUD_EVENTS);
        create("blobs", EVENT_GRID);
        assertThat(new NotifyTopic("blbos").problem(existing))
                .hasValue("there is no topic \"blbos\" (there are blobs, orders). Correct the name; or start without"
                        + " this setting, create the topic (with tidings topic create --input-schema"
                        + " EventGridSchema blbos, in the console, or with PUT /topics/blbos and"
                        + " {\"properties\":{\"inputSchema\":\"EventGridSchema\"}}), and start again");
    }

    @Test
    void aTopicWithAnotherSchemaIsRefused() {
        create("blobs", CLOUD_EVENTS);
        assertThat(new NotifyTopic("blobs").problem(existing))
                .hasValue("topic \"blobs\" has the input schema CloudEventSchemaV1_0. Name a topic that has"
                        + " EventGridSchema");
    }

    @Test
    void aTopicWhoseRecordCannotBeReadIsRefusedWithTheCause() {
        existing.readTopic("blobs", new RecordHeaders(), "[]".getBytes(UTF_8), 0);
        assertThat(new NotifyTopic("blobs").problem(existing).orElseThrow())
                .startsWith("topic \"blobs\" cannot be used: ");
    }

    @Test
    void whereThereIsNoTopicAtAllItMayStillBeCreated() {
        assertThat(new NotifyTopic("blobs").problem(existing)).isEmpty();
        create("orders", EVENT_GRID);
        existing.readTopic("orders", new RecordHeaders(), null, 1);
        assertThat(new NotifyTopic("blobs").problem(existing)).isEmpty();
    }

    private void create(String name, EventSchema schema) {
        var json = TopicJson.write(new TopicResource(name, schema)).toString().getBytes(UTF_8);
        existing.readTopic(name, new RecordHeaders(), json, 0);
    }
}
