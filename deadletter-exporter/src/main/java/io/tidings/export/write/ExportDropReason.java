package io.tidings.export.write;

import io.tidings.contract.WireName;

/** The reason why a dead letter is not kept (B-DLQ-5). */
public enum ExportDropReason implements WireName.Capitalized {
    CONTAINER_NOT_FOUND("create the container; deadletter.create.containers creates folders"),
    STORAGE_UNAVAILABLE("requests to the storage failed for deadletter.drop.after"),
    RECORD_TOO_LARGE("the record is too large to be appended again, or for the Kafka topic that should get it"),
    TOPIC_NOT_ALLOWED("no setting deadletter.kafka.NAME.topics of the exporter allows it for the subscription's topic");

    private final String advice;

    ExportDropReason(String advice) {
        this.advice = advice;
    }

    /** An explanation, or advice. */
    public String advice() {
        return advice;
    }
}
