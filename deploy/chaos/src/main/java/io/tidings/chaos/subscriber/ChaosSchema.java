package io.tidings.chaos.subscriber;

/** A schema of events; a topic takes one, a subscription gets one. */
public enum ChaosSchema {
    CLOUD_EVENTS("CloudEventSchemaV1_0"),
    EVENT_GRID("EventGridSchema");

    private final String wireName;

    ChaosSchema(String word) {
        this.wireName = word;
    }

    /** As resources name it. */
    public String wireName() {
        return wireName;
    }
}
