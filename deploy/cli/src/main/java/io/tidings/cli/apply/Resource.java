package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;

/** A resource as a file describes it. */
sealed interface Resource {
    ObjectNode properties();

    /** The path of its route. */
    String path();

    /** Such as "topic orders". */
    String title();

    /** The topic that it is or belongs to. */
    String topic();

    record Topic(String name, ObjectNode properties) implements Resource {
        private static final String TIDINGS = "tidings";
        private static final String SOURCE = "source";

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
            return new Topic(name, copy);
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

    record Subscription(SubscriptionName name, ObjectNode properties) implements Resource {
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
