package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.ApiResponse;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.JsonDocument;
import java.util.stream.Collectors;

/** A resource as a file describes it. */
sealed interface Resource {
    ObjectNode properties();

    JsonDocument document();

    /** The path of its route. */
    String path();

    /** Such as "topic orders". */
    String title();

    /** The topic that it is or belongs to. */
    String topic();

    /** Returns the mistakes that the server found, each with its line in the file. */
    default String refusal(ApiResponse response) {
        var details = response.body().at("/error/details");
        if (details.valueStream().noneMatch(detail -> detail.has("target"))) {
            return "%s: %s: %s".formatted(document().at(""), title(), response.refusal());
        }
        return details.valueStream()
                .map(detail -> "%s: %s: %s"
                        .formatted(
                                document().at(pointer(detail.path("target").asText(""))),
                                title(),
                                detail.path("message").asText()))
                .collect(Collectors.joining("\n"));
    }

    /** @param target such as {@code properties.filter.advancedFilters[0].key} */
    private static String pointer(String target) {
        return target.isEmpty() ? "" : "/" + target.replaceAll("[.\\[]", "/").replace("]", "");
    }

    record Topic(String name, ObjectNode properties, JsonDocument document) implements Resource {
        private static final String TIDINGS = "tidings";
        private static final String SOURCE = "source";

        boolean isOfDomain() {
            return name.indexOf('/') >= 0;
        }

        boolean hasSource() {
            return properties.path(TIDINGS).path(SOURCE).isObject();
        }

        /** The topic before it has a source, which decides the schema of both. */
        Topic withoutSource() {
            var copy = properties.deepCopy();
            if (!copy.has(ComparableProperties.INPUT_SCHEMA)) {
                copy.put(ComparableProperties.INPUT_SCHEMA, ComparableProperties.schemaOf(copy));
            }
            copy.withObjectProperty(TIDINGS).remove(SOURCE);
            return new Topic(name, copy, document);
        }

        @Override
        public String path() {
            return Paths.topic(name);
        }

        @Override
        public String title() {
            return "topic " + name;
        }

        @Override
        public String topic() {
            return name;
        }
    }

    record Domain(String name, ObjectNode properties, JsonDocument document) implements Resource {
        @Override
        public String path() {
            return Paths.domain(name);
        }

        @Override
        public String title() {
            return "domain " + name;
        }

        @Override
        public String topic() {
            return name;
        }
    }

    record EventType(String topic, String name, ObjectNode properties, JsonDocument document) implements Resource {
        @Override
        public String path() {
            return Paths.eventType(topic, name);
        }

        @Override
        public String title() {
            return "event type " + topic + "/" + name;
        }
    }

    record Subscription(SubscriptionName name, ObjectNode properties, JsonDocument document) implements Resource {
        @Override
        public String path() {
            return name.path();
        }

        @Override
        public String title() {
            return "subscription " + name;
        }

        @Override
        public String topic() {
            return name.topic();
        }
    }
}
