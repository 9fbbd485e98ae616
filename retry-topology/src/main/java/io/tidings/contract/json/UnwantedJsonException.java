package io.tidings.contract.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import org.jspecify.annotations.Nullable;

/** Invalid JSON of an event; its message is written for publishers, unlike those of the parser. */
public final class UnwantedJsonException extends JsonParseException {
    private static final long serialVersionUID = 1;

    public UnwantedJsonException(@Nullable JsonParser parser, String message) {
        super(parser, message);
    }
}
