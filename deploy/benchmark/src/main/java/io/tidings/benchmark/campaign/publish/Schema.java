package io.tidings.benchmark.campaign.publish;

/** A schema of events; a topic takes one, a subscription gets one. */
public enum Schema {
    CLOUD_EVENTS("CloudEventSchemaV1_0"),
    EVENT_GRID("EventGridSchema");

    private final String wireName;

    Schema(String word) {
        this.wireName = word;
    }

    /** As resources name it. */
    public String wireName() {
        return wireName;
    }
}
