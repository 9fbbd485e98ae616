package io.tidings.export.write;

/** Why a dead letter is not kept (B-DLQ-5). */
public enum ExportDropReason {
    CONTAINER_NOT_FOUND("ContainerNotFound", "create the container; deadletter.create.containers creates folders"),
    STORAGE_UNAVAILABLE("StorageUnavailable", "requests to the storage failed for deadletter.drop.after"),
    RECORD_TOO_LARGE("RecordTooLarge", "the storage is unavailable, and the record is too large to be appended again");

    private final String wireName;
    private final String advice;

    ExportDropReason(String word, String advice) {
        this.wireName = word;
        this.advice = advice;
    }

    public String wireName() {
        return wireName;
    }

    /** An explanation, or advice. */
    public String advice() {
        return advice;
    }
}
