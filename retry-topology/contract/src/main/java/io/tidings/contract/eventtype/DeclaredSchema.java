package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.json.Validated;
import org.jspecify.annotations.Nullable;

/**
 * The schema in the record of an event type. Held as the bytes of the record, because most are never needed; compiled when
 * an event is judged, and kept while there is {@linkplain CompiledSchemas room} for it. Thread-safe.
 */
public final class DeclaredSchema {
    /** A record that was replaced is held for as long as it is kept compiled. */
    private static final int BYTES_OF_A_PART = 250;

    private final byte[] record;

    public DeclaredSchema(byte[] record) {
        this.record = record;
    }

    /** Returns the rule that data breaks, as {@link DataSchema#mismatch} does. */
    public @Nullable String mismatch(JsonNode data, Steps steps) {
        if (steps.exhausted()) { // or a topic that only warns would compile a schema for each further event
            return Steps.TOO_MANY;
        }
        var compiled = CompiledSchemas.SHARED.of(this);
        steps.use(this, compiled.parts());
        return switch (compiled.schema()) {
            case Validated.Valid<DataSchema>(var schema) -> schema.mismatch(data, steps);
            case Validated.Invalid<DataSchema> invalid ->
                // another tool or a later release wrote it, and what cannot be judged is not right
                "cannot be judged: " + invalid.sentence();
        };
    }

    CompiledSchemas.Compiled compiled() {
        var schema = EventTypeJson.schema(record);
        int parts = schema instanceof Validated.Valid<DataSchema>(var valid) ? valid.parts() : 1;
        return new CompiledSchemas.Compiled(schema, parts + record.length / BYTES_OF_A_PART);
    }
}
