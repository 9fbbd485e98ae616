package io.tidings.export;

/** Why a dead letter is not kept (B-DLQ-5). */
enum DropReason {
    CONTAINER_NOT_FOUND("ContainerNotFound"),
    STORAGE_UNAVAILABLE("StorageUnavailable");

    private final String word;

    DropReason(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
