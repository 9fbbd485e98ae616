package io.tidings.ingest.systemevent;

/** The types of system events, explained in {@code docs/system-events.md}. */
public enum SystemEventType {
    PROBATION_STARTED("io.tidings.subscription.probation.started"),
    PROBATION_ENDED("io.tidings.subscription.probation.ended"),
    VALIDATION_FAILED("io.tidings.subscription.validation.failed"),
    VALIDATION_AWAITING("io.tidings.subscription.validation.awaiting"),
    DEAD_LETTERS_STARTED("io.tidings.subscription.deadletter.started"),
    EXPIRING("io.tidings.subscription.expiring"),
    PAUSED_FOR_GONE("io.tidings.subscription.gone"),
    STORAGE_UNAVAILABLE("io.tidings.storage.unavailable"),
    STORAGE_AVAILABLE("io.tidings.storage.available");

    private final String wireName;

    SystemEventType(String name) {
        this.wireName = name;
    }

    public String wireName() {
        return wireName;
    }
}
