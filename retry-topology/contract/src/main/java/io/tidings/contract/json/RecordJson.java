package io.tidings.contract.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.WireName;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The JSON object of a record that Tidings writes. Unknown members are ignored, so that a later release may add some.
 * The first one that is invalid ends the reading with an {@link IOException}, whose message is for the log.
 */
public record RecordJson(JsonNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    // Far above real counts, and far below an overflow by counting on or doubling.
    private static final long MOST = 1_000_000_000_000_000L;

    /** Reads a value of an array. */
    public interface Element<T> {
        T read(RecordJson element) throws IOException;
    }

    public static RecordJson of(byte[] value) throws IOException {
        try {
            if (JSON.readTree(value) instanceof ObjectNode object) {
                return new RecordJson(object);
            }
        } catch (JsonProcessingException e) {
            throw new IOException("this is not JSON", e);
        }
        throw new IOException("this must be a JSON object, in { }");
    }

    public static IOException invalid(String name, String rule) {
        return new IOException(name + " " + rule);
    }

    public boolean has(String name) {
        return json.hasNonNull(name);
    }

    /** Returns an object without members if there is none. */
    public RecordJson at(String name) {
        return new RecordJson(json.path(name));
    }

    /** Returns the elements of an array; none if the member is missing. */
    public <T> List<T> all(String name, Element<T> element) throws IOException {
        var all = new ArrayList<T>();
        for (var each : json.path(name)) {
            all.add(element.read(new RecordJson(each)));
        }
        return all;
    }

    /** Returns null without the member. */
    @Nullable
    public String text(String name) {
        return json.path(name).textValue();
    }

    public String required(String name) throws IOException {
        var text = text(name);
        if (text == null) {
            throw invalid(name, "is required");
        }
        return text;
    }

    /** Returns 0 without the member. */
    public long number(String name) {
        return json.path(name).asLong();
    }

    /** Returns null without the member. */
    @Nullable
    public Integer numberIfAny(String name) {
        return has(name) ? (Integer) json.path(name).asInt() : null;
    }

    public long count(String name) throws IOException {
        return count(name, MOST);
    }

    public long count(String name, long most) throws IOException {
        var node = json.path(name);
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0 || node.longValue() > most) {
            throw invalid(name, "must be a whole number from 0 to " + most);
        }
        return node.longValue();
    }

    public <E extends Enum<E> & WireName> E oneOf(String name, Class<E> type) throws IOException {
        return WireName.of(type, required(name)).orElseThrow(() -> invalid(name, WireName.rule(type)));
    }

    public <T> T parsed(String name, Function<String, Optional<T>> parse) throws IOException {
        var text = required(name);
        return parse.apply(text).orElseThrow(() -> invalid(name, "is invalid: " + text));
    }

    public Instant time(String name) throws IOException {
        return HeaderTime.parsed(required(name)).orElseThrow(() -> invalid(name, "must be a " + HeaderTime.RULE));
    }

    /** Returns null without the member. */
    @Nullable
    public Instant timeIfAny(String name) throws IOException {
        return has(name) ? time(name) : null;
    }

    public Duration duration(String name, Duration longest) throws IOException {
        try {
            var duration = Duration.parse(required(name));
            if (!duration.isNegative() && duration.compareTo(longest) <= 0) {
                return duration;
            }
        } catch (DateTimeException _) { // it is invalid like one that is too long
        }
        throw invalid(name, "must be a duration from PT0S to " + longest);
    }
}
