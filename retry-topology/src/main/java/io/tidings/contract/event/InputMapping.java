package io.tidings.contract.event;

import org.jspecify.annotations.Nullable;

/**
 * {@code inputSchemaMapping} of a topic with the custom schema: where its events hold what an Event Grid event says
 * (reference §3).
 */
public record InputMapping(Field id, Field topic, Field eventTime, Field eventType, Field subject, Field dataVersion) {
    /** That of a topic whose schema needs none. */
    public static final InputMapping NONE =
            new InputMapping(Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE);

    /**
     * Where one of the values comes from.
     *
     * @param sourceField the name of a member of the event; absent: the event does not say it
     * @param defaultValue for events without that member; absent: they must have it
     */
    public record Field(
            @Nullable String sourceField, @Nullable String defaultValue) {
        public static final Field NONE = new Field(null, null);

        public boolean mapped() {
            return sourceField != null || defaultValue != null;
        }
    }
}
