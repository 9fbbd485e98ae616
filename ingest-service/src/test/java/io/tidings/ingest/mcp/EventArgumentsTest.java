package io.tidings.ingest.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Violation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MCP-2: arguments become advanced filters by the schema of the data. */
class EventArgumentsTest {
    private static final JsonNode ORDER = json("""
        {"properties":{"city":{"type":"string"},"amount":{"type":["number","null"]},"n":{"type":"integer"},\
        "paid":{"type":"boolean"},"lines":{"type":"array"},"a.b":{"type":"string"},\
        "card":{"type":"string","x-mcp-filter":false}}}\
        """);

    private static JsonNode json(String text) {
        return ResourceJson.orMissing(text.getBytes(UTF_8));
    }

    private final List<Violation> violations = new ArrayList<>();

    private String filters(String arguments) {
        return EventArguments.filters(ORDER, (ObjectNode) json(arguments), violations)
                .toString();
    }

    @Test
    void theSchemaOffersTextsNumbersAndFlagsAtTheTop() {
        var schema = EventArguments.schema(ORDER);
        assertThat(schema.path("properties").fieldNames()).toIterable().containsExactly("city", "amount", "n", "paid");
        assertThat(schema.path("additionalProperties").booleanValue()).isFalse();
        assertThat(EventArguments.schema(null).path("properties")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | []",
                "{\"city\":\"Bern\"} | [{\"operatorType\":\"StringIn\",\"key\":\"data.city\",\"values\":[\"Bern\"]}]",
                "{\"n\":[1,2]} | [{\"operatorType\":\"NumberIn\",\"key\":\"data.n\",\"values\":[1,2]}]",
                "{\"paid\":true} | [{\"operatorType\":\"BoolEquals\",\"key\":\"data.paid\",\"value\":true}]",
                "{\"amount\":{\"$lt\":9,\"$gte\":2.5}} |"
                        + " [{\"operatorType\":\"NumberGreaterThanOrEquals\",\"key\":\"data.amount\",\"value\":2.5},"
                        + "{\"operatorType\":\"NumberLessThan\",\"key\":\"data.amount\",\"value\":9}]"
            })
    void argumentsBecomeFilters(String arguments, String filters) {
        assertThat(filters(arguments)).isEqualTo(filters);
        assertThat(violations).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"lines\":[]} | arguments.lines",
                "{\"card\":\"1\"} | arguments.card",
                "{\"city\":1} | arguments.city",
                "{\"city\":[]} | arguments.city",
                "{\"city\":{\"$gt\":1}} | arguments.city",
                "{\"n\":\"1\"} | arguments.n",
                "{\"n\":{}} | arguments.n",
                "{\"n\":{\"$ne\":1}} | arguments.n",
                "{\"paid\":[true]} | arguments.paid",
                "{\"paid\":null} | arguments.paid"
            })
    void whatTheSchemaDoesNotOfferIsRefused(String arguments, String path) {
        assertThat(filters(arguments)).isEqualTo("[]");
        assertThat(violations).extracting(Violation::path).containsExactly(path);
    }

    @Test
    void argumentsThatNestDeeplyAreNone() {
        assertThat(EventArguments.areFlat((ObjectNode) json("{\"a\":{\"$gt\":1},\"b\":[1]}")))
                .isTrue();
        assertThat(EventArguments.areFlat((ObjectNode) json("{\"a\":[[1]]}"))).isFalse();
    }
}
