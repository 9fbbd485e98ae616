package io.tidings.worker.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.RecordFields;
import io.tidings.contract.json.AnyCase;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.HeaderRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a subscription whose values come from its events (B-DEL-5).
 *
 * <p>A path is a list of member names with dots between them. Upper and lower case are the same; the first match
 * counts. All values are read in one pass, which skips members that no path leads into and ends after the last value.
 * A path such as {@code kafka.key} leads to the source's record, if the event comes from one and that has the field. A
 * value that is no string, number or boolean, or no legal header value, is left out.
 */
public final class DynamicHeaders {
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonFactory.Feature.CHARSET_DETECTION).build();

    private final Step root = new Step();
    private final Map<String, List<String>> ofRecord = new HashMap<>();
    private final int count;

    /** One event's dynamic headers, and how many have no legal value. Events that differ never share a request. */
    public record Values(Map<String, String> headers, int leftOut) {
        static final Values NONE = new Values(Map.of(), 0);

        public Values {
            headers = Map.copyOf(headers);
        }
    }

    private static final class Step {
        private final Map<String, Step> next = new HashMap<>();
        private final List<String> headers = new ArrayList<>();

        Step then(String member) {
            return next.computeIfAbsent(member.toLowerCase(Locale.ROOT), _ -> new Step());
        }

        @Nullable
        Step after(String member) {
            var step = next.get(member);
            return step == null ? next.get(member.toLowerCase(Locale.ROOT)) : step;
        }
    }

    public DynamicHeaders(List<DeliveryAttribute.Dynamic> attributes) {
        count = attributes.size();
        for (var attribute : attributes) {
            var step = root;
            for (var member : attribute.sourceField().split("\\.", -1)) {
                step = step.then(member);
            }
            step.headers.add(attribute.name());
            if (RecordFields.named(attribute.sourceField())) {
                ofRecord.computeIfAbsent(AnyCase.of(attribute.sourceField()), _ -> new ArrayList<>())
                        .add(attribute.name());
            }
        }
    }

    public Values of(byte[] event, RecordValues record) {
        if (root.next.isEmpty()) {
            return Values.NONE;
        }
        var values = new HashMap<String, String>();
        read(event, values);
        record.byPath().forEach((path, value) -> take(value, ofRecord.getOrDefault(path, List.of()), values));
        return new Values(values, count - values.size());
    }

    private void read(byte[] event, Map<String, String> values) {
        try (var parser = JSON.createParser(event)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                walk(parser, root, values);
            }
        } catch (IOException e) {
            // an unreadable event has no values and is sent without them
        }
    }

    private void walk(JsonParser parser, Step step, Map<String, String> values) throws IOException {
        var seen = new HashSet<Step>();
        while (!(step == root && seen.size() == root.next.size()) && parser.nextToken() == JsonToken.FIELD_NAME) {
            var next = step.after(parser.currentName());
            var type = parser.nextToken();
            if (next == null || !seen.add(next) || type == JsonToken.START_ARRAY) {
                parser.skipChildren();
            } else if (type == JsonToken.START_OBJECT) {
                walk(parser, next, values);
            } else if (type != JsonToken.VALUE_NULL && !next.headers.isEmpty()) {
                take(parser.getText(), next.headers, values);
            }
        }
    }

    private static void take(String value, List<String> headers, Map<String, String> values) {
        if (HeaderRules.legalValue(value)) {
            headers.forEach(header -> values.put(header, value));
        }
    }
}
