package io.tidings.ingest.it;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.Topics;
import java.util.List;

/** The audit records of some topics. */
record AuditLog(Topics topics) {
    /** Returns who did what with a resource, such as {@code owner PUT}. */
    List<String> actions(String resource) {
        return records(resource).stream()
                .map(record -> record.path("who").textValue() + " "
                        + record.path("action").textValue())
                .toList();
    }

    List<JsonNode> records(String resource) {
        return KafkaLog.shared().records(topics.audit(), resource).stream()
                .map(KafkaLog::value)
                .toList();
    }
}
