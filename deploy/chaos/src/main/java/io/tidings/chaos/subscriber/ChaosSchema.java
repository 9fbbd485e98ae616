package io.tidings.chaos.subscriber;

/** A schema of events, of a topic and of a subscription. */
public enum ChaosSchema {
    CLOUD_EVENTS("CloudEventSchemaV1_0"),
    EVENT_GRID("EventGridSchema");

    private final String wireName;

    ChaosSchema(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }
}
