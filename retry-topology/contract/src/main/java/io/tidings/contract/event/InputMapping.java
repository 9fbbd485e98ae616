package io.tidings.contract.event;

import org.jspecify.annotations.Nullable;

/** {@code inputSchemaMapping}: where custom events hold the attributes of an Event Grid event (reference §3). */
public record InputMapping(Field id, Field topic, Field eventTime, Field eventType, Field subject, Field dataVersion) {
    public static final InputMapping NONE =
            new InputMapping(Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE);

    /**
     * @param sourceField the name of a member of the event; null if the default always applies
     * @param defaultValue for events without that member; null if the member is required
     */
    public record Field(
            @Nullable String sourceField, @Nullable String defaultValue) {
        public static final Field NONE = new Field(null, null);

        public boolean mapped() {
            return sourceField != null || defaultValue != null;
        }
    }
}
