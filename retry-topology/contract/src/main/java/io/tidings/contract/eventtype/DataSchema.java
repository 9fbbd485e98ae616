package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON Schema of draft 2020-12, without some keywords, that judges the data of events in counted steps. Thread-safe. */
public final class DataSchema {
    private final Rule root;
    private final int parts;

    private DataSchema(Rule root, int parts) {
        this.root = root;
        this.parts = parts;
    }

    /** The size of what is held. */
    int parts() {
        return parts;
    }

    /** Reads a schema up to the first rule that it breaks itself. */
    static Validated<DataSchema> read(String path, JsonNode schema) {
        try {
            var reader = new SchemaReader(schema);
            return new Validated.Valid<>(new DataSchema(reader.root(), reader.parts()));
        } catch (SchemaReader.Refused e) {
            return new Validated.Invalid<>(List.of(new Violation(path, e.rule())));
        }
    }

    /**
     * Returns the rule that data breaks, as the predicate of a sentence: its place in the schema, and nothing of the data.
     *
     * @return null if it breaks none
     */
    public @Nullable String mismatch(JsonNode data, Steps steps) {
        steps.begin();
        try {
            var broken = root.broken(data, steps);
            return broken == null ? null : "breaks " + broken.pointer() + " of the schema";
        } catch (Steps.Exhausted e) {
            return e.sentence();
        } catch (StackOverflowError _) { // one of judging alone, which leaves nothing half done
            return Steps.TOO_DEEP;
        }
    }
}
