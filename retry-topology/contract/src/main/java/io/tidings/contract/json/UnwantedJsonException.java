package io.tidings.contract.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import org.jspecify.annotations.Nullable;

/** Invalid JSON of an event; its message is written for publishers, unlike those of the parser. */
public final class UnwantedJsonException extends JsonParseException {
    private static final long serialVersionUID = 1;

    public UnwantedJsonException(@Nullable JsonParser parser, String message) {
        super(parser, message);
    }

    /** Returns a sentence for publishers: the parser's own message names its classes. */
    public static String sentence(JsonProcessingException e) {
        var location = e.getLocation();
        var where = location == null ? "" : " (at byte " + location.getByteOffset() + ")";
        return (e instanceof UnwantedJsonException ? "invalid JSON: " + e.getOriginalMessage() : "invalid JSON")
                + where;
    }
}
