package io.tidings.ingest.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.EventFilterJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A filter that no subscription has yet, and an event to try it with. */
record FilterProposal(EventFilter filter, ObjectNode event) {
    static Validated<FilterProposal> read(byte[] json) {
        try {
            return read(ResourceJson.read(json));
        } catch (JsonProcessingException e) {
            return new Validated.Invalid<>(List.of(ResourceJson.illegible(e)));
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    private static Validated<FilterProposal> read(JsonNode json) {
        var violations = new ArrayList<Violation>();
        var root = JsonObjectReader.root(json, violations);
        var filter = EventFilterJson.read(root.object("filter"));
        var event = root.node("event");
        if (root.present() && !(event instanceof ObjectNode)) {
            root.broken("event", "must be an object: an event in the schema of the topic");
        }
        root.refuseOthers();
        return violations.isEmpty() && event instanceof ObjectNode object
                ? new Validated.Valid<>(new FilterProposal(filter, object))
                : new Validated.Invalid<>(violations);
    }
}
