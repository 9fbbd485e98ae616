package io.tidings.contract.topic;

import org.jspecify.annotations.Nullable;

/** The places where the records of a source hold the attributes of an event, each with the default that B-SOURCE-1 gives it. */
public record SourceMapping(Field id, Field eventTime, Field eventType, Field subject, Field dataVersion, Field data) {
    /** Every attribute has its default. */
    public static final SourceMapping NONE =
            new SourceMapping(Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE, Field.NONE);

    /**
     * @param source null if the default always applies
     * @param defaultValue for records without the source; null if the record must have it
     */
    public record Field(
            @Nullable SourceField source, @Nullable String defaultValue) {
        public static final Field NONE = new Field(null, null);

        public boolean mapped() {
            return source != null || defaultValue != null;
        }
    }
}
