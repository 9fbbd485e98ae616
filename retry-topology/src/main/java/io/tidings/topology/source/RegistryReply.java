package io.tidings.topology.source;

import java.util.List;

/** The registry's answer about one schema. */
sealed interface RegistryReply {
    /** @param type {@code AVRO}, {@code JSON} or {@code PROTOBUF} */
    record Registered(String type, String text, List<Reference> references) implements RegistryReply {
        public Registered {
            references = List.copyOf(references);
        }
    }

    /** A schema that another one uses. */
    record Reference(String subject, int version) {}

    record Unknown() implements RegistryReply {}
}
