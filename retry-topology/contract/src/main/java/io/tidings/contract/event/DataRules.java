package io.tidings.contract.event;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.event.ParseResult.Invalid;
import io.tidings.contract.event.ParseResult.Valid;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.eventtype.DeclaredSchema;
import io.tidings.contract.eventtype.Steps;
import io.tidings.contract.json.JsonObjectView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the data of a topic's events (B-TYPE-1). Events of other types are not checked.
 *
 * @param schemas by event type
 */
public record DataRules(DataCheck check, Map<String, DeclaredSchema> schemas) {
    public static final DataRules NONE = new DataRules(DataCheck.OFF, Map.of());

    /** Numbers are those that most programs have, and a member that stands twice could be read either way. */
    private static final ObjectReader TREE = JsonMapper.builder(JsonObjectView.JSON.copy())
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build()
            .reader();

    public DataRules {
        schemas = Map.copyOf(schemas);
    }

    /**
     * Returns what a valid event is by these rules.
     *
     * @param steps for all events of the request or record
     */
    public ParseResult applied(Event event, Steps steps) {
        var schema = check == DataCheck.OFF ? null : schemas.get(event.type());
        var mismatch = schema == null ? null : mismatch(schema, event, steps);
        if (mismatch == null) {
            return new Valid(List.of(event));
        }
        var sentence = "the data of event " + event.id() + " " + mismatch + " (event type " + event.type() + ")";
        return check == DataCheck.WARN
                ? new Valid(List.of(event.breaking(sentence)))
                : new Invalid(RejectionReason.SCHEMA_MISMATCH, sentence);
    }

    /** An Event Grid event without data is delivered with an empty object. */
    private static @Nullable String mismatch(DeclaredSchema schema, Event event, Steps steps) {
        var data = event.data();
        if (data == null) {
            return event.schema() == EventSchema.EVENT_GRID
                    ? schema.mismatch(JsonNodeFactory.instance.objectNode(), steps)
                    : "is missing or is not JSON";
        }
        try {
            return schema.mismatch(data.tree(TREE), steps);
        } catch (IOException e) {
            return "has a member twice, or a number beyond the limits"; // anything else was found before
        }
    }
}
