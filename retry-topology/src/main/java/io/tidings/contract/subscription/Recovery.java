package io.tidings.contract.subscription;

/** When the waiting deliveries of an endpoint that is back are sent (B-RECOVER-1). */
public enum Recovery {
    /** As soon as a probe has ended the probation. */
    FORWARD("forward"),
    /** When each of them is due. */
    SCHEDULE("schedule");

    private final String wireName;

    Recovery(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
