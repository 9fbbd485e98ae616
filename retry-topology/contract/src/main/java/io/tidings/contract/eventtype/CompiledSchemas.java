package io.tidings.contract.eventtype;

import io.tidings.contract.json.Validated;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of all topics that were used last, compiled: together they have a bounded size, whatever teams declare.
 * Others are compiled again, for which {@link Steps} are taken. Thread-safe.
 */
final class CompiledSchemas {
    /** Some 25 MB at most, for a part has up to 250 bytes. */
    static final CompiledSchemas SHARED = new CompiledSchemas(100_000);

    private final int most;
    private final Map<DeclaredSchema, Compiled> used = new LinkedHashMap<>(16, 0.75f, true);
    private long parts;

    CompiledSchemas(int most) {
        this.most = most;
    }

    /** @param parts its size */
    record Compiled(Validated<DataSchema> schema, int parts) {}

    Compiled of(DeclaredSchema schema) {
        var present = find(schema);
        return present == null ? add(schema, schema.compiled()) : present;
    }

    private synchronized @Nullable Compiled find(DeclaredSchema schema) {
        return used.get(schema);
    }

    private synchronized Compiled add(DeclaredSchema schema, Compiled compiled) {
        var other = used.put(schema, compiled); // of another thread
        parts += compiled.parts() - (other == null ? 0 : other.parts());
        var eldest = used.values().iterator();
        while (parts > most && eldest.hasNext()) {
            parts -= eldest.next().parts();
            eldest.remove();
        }
        return compiled;
    }

    synchronized long parts() {
        return parts;
    }
}
