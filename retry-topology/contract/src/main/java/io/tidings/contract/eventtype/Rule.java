package io.tidings.contract.eventtype;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** What a schema, or one keyword of it, says about a value. */
interface Rule {
    /** Returns the place in the schema of the first rule that the value breaks; null if it breaks none. */
    @Nullable
    Place broken(JsonNode value, Steps steps);
}
