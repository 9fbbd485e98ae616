package io.tidings.contract.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Parses resources into trees with exact numbers, because filters compare them. */
public final class ResourceJson {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ResourceJson() {}

    /** Does not use the exception's message: it may quote a secret. */
    private static Violation illegible(JsonProcessingException e) {
        var place = e.getLocation();
        return new Violation(
                Violation.WHOLE,
                place == null
                        ? "this is not JSON, or it has a name, a number or a depth beyond the limits"
                        : "this is not JSON, see line " + place.getLineNr() + ", column " + place.getColumnNr());
    }

    /** The rules for a document. */
    public interface Rules<T> {
        Validated<T> check(JsonNode json) throws IOException;
    }

    public static <T> Validated<T> validated(byte[] json, Rules<T> rules) {
        try {
            return rules.check(read(json));
        } catch (JsonProcessingException e) {
            return new Validated.Invalid<>(List.of(illegible(e)));
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    /** Reads an object, and refuses the members that were not read. */
    public static <T> Validated<T> object(byte[] json, Function<JsonObjectReader, T> reader) {
        return validated(json, tree -> {
            var violations = new ArrayList<Violation>();
            var root = JsonObjectReader.root(tree, violations);
            var read = reader.apply(root);
            root.refuseOthers();
            return violations.isEmpty() ? new Validated.Valid<>(read) : new Validated.Invalid<>(violations);
        });
    }

    /** Returns a missing node for what is not JSON. */
    public static JsonNode orMissing(byte[] json) {
        try {
            return read(json);
        } catch (IOException _) {
            return MissingNode.getInstance();
        }
    }

    public static JsonNode read(byte[] json) throws IOException {
        try (var parser = JSON.createParser(json)) {
            try {
                JsonNode tree = JSON.readTree(parser);
                return tree == null ? MissingNode.getInstance() : tree;
            } catch (NumberFormatException e) { // Jackson lets it through if the exponent has too many digits
                throw new JsonParseException(parser, "a number beyond a billion digits", e);
            }
        }
    }
}
