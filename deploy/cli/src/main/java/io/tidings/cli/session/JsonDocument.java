package io.tidings.cli.session;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A document of a file, and where its members are written.
 *
 * @param lines by JSON pointer
 * @param repeated a sentence for each member that is there twice, of which JSON only has the last one
 */
public record JsonDocument(Path file, JsonNode json, Map<String, Integer> lines, List<String> repeated) {
    public JsonDocument {
        lines = Map.copyOf(lines);
        repeated = List.copyOf(repeated);
    }

    /** @param tokens up to the end of the document */
    static JsonDocument read(Path file, JsonNode json, JsonParser tokens) throws IOException {
        var lines = new HashMap<String, Integer>();
        var repeated = new ArrayList<String>();
        while (tokens.nextToken() != null) {
            var context = tokens.getParsingContext();
            var pointer = context.pathAsPointer().toString();
            int line = tokens.currentTokenLocation().getLineNr();
            if (lines.putIfAbsent(pointer, line) != null && tokens.hasToken(JsonToken.FIELD_NAME)) {
                repeated.add("%s:%d: %s is there already, in line %d."
                        .formatted(file, line, tokens.currentName(), lines.get(pointer)));
            }
            if (context.inRoot()) {
                break;
            }
        }
        return new JsonDocument(file, json, lines, repeated);
    }

    /**
     * The place of a member, or of what is written nearest around it, such as "orders.yaml:12".
     *
     * @param pointer such as {@code /properties/filter}; empty for the whole document
     */
    public String at(String pointer) {
        var place = pointer;
        while (!place.isEmpty() && !lines.containsKey(place)) {
            place = place.substring(0, place.lastIndexOf('/'));
        }
        return "%s:%d".formatted(file, lines.getOrDefault(place, 1));
    }
}
