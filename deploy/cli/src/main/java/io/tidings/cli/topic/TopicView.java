package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.session.Description;
import java.util.stream.Collectors;

/** A topic for people. Pure. */
final class TopicView {
    private TopicView() {}

    static String text(ObjectNode topic) {
        var view = new Description("TOPIC", topic.path("name").asText(), topic);
        var provisioning =
                view.without("name", "type").take("provisioningState").asText("Succeeded");
        view.row("state", provisioning.equals("Succeeded") ? "" : provisioning)
                .member("problem", "provisioningError")
                .member("takes events at", "endpoint")
                .member("input schema", "inputSchema", "EventGridSchema");
        view.without("inputSchemaMapping.inputSchemaMappingType")
                .member("mapping", "inputSchemaMapping.properties", "none", TopicView::mapping);
        var source = view.take("tidings.source.kafkaTopic");
        view.value("source", source, "none", topicOfOthers -> "the Kafka topic " + topicOfOthers.asText());
        if (!source.isMissingNode()) {
            view.member("format of the source", "tidings.source.format")
                    .member("start of the source", "tidings.source.start", "latest")
                    .member("mapping of the source", "tidings.source.mapping", "none", TopicView::mapping);
        }
        return view.member("partitioned by", "tidings.partitionBy", "the partitionkey of CloudEvents, if they have one")
                .member("repeated events", "tidings.deduplicate", "delivered", TopicView::dropped)
                .member("masked values", "tidings.mask", "none")
                .member("publishers show", "disableLocalAuth", "a key or a token", _ -> "a token only")
                .member("check of data", "tidings.check", "off")
                .member(
                        "events a second",
                        "tidings.limits.publishEventsPerSecond",
                        "as publish.max.rate.per.topic of ingest-service says")
                .member(
                        "bytes a second",
                        "tidings.limits.publishBytesPerSecond",
                        "as publish.max.byte.rate.per.topic of ingest-service says")
                .member("events a second of each topic", "tidings.topicLimits.publishEventsPerSecond")
                .member("bytes a second of each topic", "tidings.topicLimits.publishBytesPerSecond")
                .text();
    }

    private static String dropped(JsonNode deduplicate) {
        return "dropped if one with the same " + deduplicate.path("by").asText("id") + " came within "
                + deduplicate.path("window").asText("PT1H") + " before";
    }

    /** Such as "eventType: kind, or Order.Placed". */
    private static String mapping(JsonNode fields) {
        return fields.propertyStream()
                .map(field -> "%s: %s"
                        .formatted(
                                field.getKey(),
                                field.getValue()
                                        .valueStream()
                                        .filter(value -> !value.isNull())
                                        .map(JsonNode::asText)
                                        .collect(Collectors.joining(", or "))))
                .collect(Collectors.joining("\n"));
    }
}
