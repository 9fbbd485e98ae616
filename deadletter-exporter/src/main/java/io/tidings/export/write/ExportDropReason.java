package io.tidings.export.write;

import io.tidings.contract.WireName;

/** The reason why a dead letter is not kept (B-DLQ-5). */
public enum ExportDropReason implements WireName.Capitalized {
    CONTAINER_NOT_FOUND("create the container; deadletter.create.containers creates folders"),
    STORAGE_UNAVAILABLE("requests to the storage failed for deadletter.drop.after"),
    RECORD_TOO_LARGE("the storage is unavailable, and the record is too large to be appended again");

    private final String advice;

    ExportDropReason(String advice) {
        this.advice = advice;
    }

    /** An explanation, or advice. */
    public String advice() {
        return advice;
    }
}
