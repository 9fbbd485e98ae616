package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.json.Validated;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/**
 * The schema in the record of an event type. Held as the bytes of the record, because most are never needed; compiled when
 * an event is judged, for as long as there is memory for it. Thread-safe.
 */
public final class DeclaredSchema {
    private final byte[] record;
    private volatile @Nullable SoftReference<Validated<DataSchema>> compiled;

    public DeclaredSchema(byte[] record) {
        this.record = record;
    }

    /** Returns the rule that data breaks, as {@link DataSchema#mismatch} does. */
    public @Nullable String mismatch(JsonNode data, Steps steps) {
        return switch (compiled()) {
            case Validated.Valid<DataSchema>(var schema) -> schema.mismatch(data, steps);
            case Validated.Invalid<DataSchema> invalid ->
                // another tool or a later release wrote it, and what cannot be judged is not right
                "cannot be judged: " + invalid.sentence();
        };
    }

    private Validated<DataSchema> compiled() {
        var reference = compiled;
        var present = reference == null ? null : reference.get();
        if (present == null) {
            present = EventTypeJson.schema(record);
            compiled = new SoftReference<>(present);
        }
        return present;
    }
}
