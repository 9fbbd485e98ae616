package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.subscription.DeliveryAttribute.Dynamic;
import io.tidings.contract.subscription.HeaderRules;
import io.tidings.testbed.HostileInput;
import io.tidings.testbed.HostileJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-5 and B-DEL-2: what the dynamic headers are, and when two events have the same. */
class DynamicHeadersTest {
    private static final DynamicHeaders.Values LEFT_OUT = new DynamicHeaders.Values(Map.of(), 1);
    private static final String EVENT = """
        {"id":"e-1","subject":"orders/7","ID":"other","extension":"north","number":5,
         "data":{"text":"t","integer":42,"fraction":1.50,"large":1e400,"yes":true,"no":false,"empty":"",
                 "null":null,"object":{"a":"deep","B":{"c":"deeper"}},"array":["x"],"with space":"s",
                 "data":"inner","Twice":"first","twice":"second","escaped":"a\\u0062c"},
         "type":"after"}
        """;

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "id, e-1",
        "ID, e-1",
        "Subject, orders/7",
        "extension, north",
        "number, 5",
        "type, after",
        "data.text, t",
        "Data.TEXT, t",
        "data.integer, 42",
        "data.fraction, 1.50",
        "data.large, 1e400",
        "data.yes, true",
        "data.no, false",
        "data.empty, ''",
        "data.object.a, deep",
        "data.object.b.C, deeper",
        "data.with space, s",
        "data.data, inner",
        "data.twice, first",
        "data.escaped, abc"
    })
    void aStringANumberAndABooleanAreValues(String path, String value) {
        assertThat(of(EVENT, path)).isEqualTo(new DynamicHeaders.Values(Map.of("X-Value", value), 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gone",
                "data.gone",
                "data.null",
                "data",
                "data.object",
                "data.object.B",
                "data.array",
                "data.array.0",
                "data.text.length",
                "data.object.a.b",
                "data..text",
                "$.data.text",
                ".",
                "",
                "data.object.c"
            })
    void missingAndStructuredValuesAreLeftOut(String path) {
        assertThat(of(EVENT, path)).isEqualTo(LEFT_OUT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\\r\\nX-Evil: 1", "a\\nb", "\\u0000", "tab\\there", "\\u007f", "é", "日本", "\\ud83d\\ude00"})
    void anInvalidHeaderValueIsLeftOut(String json) {
        assertThat(of("{\"v\":\"" + json + "\"}", "v")).isEqualTo(LEFT_OUT);
    }

    @Test
    void fourKilobytesAreTheMost() {
        assertThat(of("{\"v\":\"" + "x".repeat(4096) + "\"}", "v").headers()).hasSize(1);
        assertThat(of("{\"v\":\"" + "x".repeat(4097) + "\"}", "v")).isEqualTo(LEFT_OUT);
    }

    @Test
    void oneThatIsLeftOutLeavesTheOthers() {
        var headers = new DynamicHeaders(List.of(
                new Dynamic("X-Text", "data.text"),
                new Dynamic("X-Same", "Data.Text"),
                new Dynamic("X-Null", "data.null"),
                new Dynamic("X-Object", "data.object"),
                new Dynamic("X-Deep", "data.object.a"),
                new Dynamic("X-Type", "type")));
        assertThat(headers.of(EVENT.getBytes(UTF_8), RecordValues.NONE).headers())
                .isEqualTo(Map.of("X-Text", "t", "X-Same", "t", "X-Deep", "deep", "X-Type", "after"));
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(5)
    void aHostileValueIsAShortHeaderOrLeftOut(HostileJson hostile) {
        for (var path : List.of("k", "k.k", "k.m4999", "after")) {
            var values = of("{\"k\":" + hostile.json() + ",\"after\":1}", path);
            assertThat(values.headers().size() + values.leftOut()).as(path).isEqualTo(1);
            assertThat(values.headers().values()).as(path).allMatch(value -> value.length() <= 4096);
        }
    }

    /** #32 */
    @Test
    void anyEventAndPathGiveALegalHeaderOrNone() {
        HostileInput.few(500, input -> {
            var values = new DynamicHeaders(List.of(
                            new Dynamic("X-Text", "data.text"),
                            new Dynamic("X-Any", input.textLike("data.object.a", "kafka.key"))))
                    .of(input.like(EVENT), new RecordValues(Map.of("kafka.key", input.textLike("k"))));
            assertThat(values.headers().size() + values.leftOut()).isEqualTo(2);
            assertThat(values.headers().values()).allMatch(HeaderRules::legalValue);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "\"text\"", "42", "null", "no JSON", "{\"a\":"})
    void anEventThatIsNoObjectHasNoValues(String event) {
        assertThat(of(event, "a")).isEqualTo(LEFT_OUT);
    }

    @Test
    void bytesAfterTheLastValueAreNotRead() {
        assertThat(of("{\"v\":\"found\", this is not JSON", "v").headers()).containsEntry("X-Value", "found");
    }

    @Test
    void withoutDynamicHeadersAnEventIsNotRead() {
        assertThat(new DynamicHeaders(List.of()).of(new byte[] {'?'}, RecordValues.NONE))
                .isSameAs(DynamicHeaders.Values.NONE);
    }

    @Test
    void eventsThatDifferElsewhereHaveTheSameValues() {
        var first = of("{\"id\":1,\"v\":\"same\"}", "v");
        assertThat(of("{\"v\":\"same\",\"id\":2}", "V")).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(of("{\"v\":\"other\"}", "v")).isNotEqualTo(first);
        assertThat(of("{\"v\":null}", "v")).isNotEqualTo(first).isEqualTo(of("{}", "v"));
    }

    @Test
    void aFieldOfTheSourcesRecordIsAValue() {
        var headers = new DynamicHeaders(List.of(
                new Dynamic("X-Key", "Kafka.Key"),
                new Dynamic("X-Tenant", "kafka.headers.Tenant"),
                new Dynamic("X-Same", "kafka.headers.tenant"),
                new Dynamic("X-Offset", "kafka.offset"),
                new Dynamic("X-Bad", "kafka.headers.bad"),
                new Dynamic("X-Id", "id")));
        var record = new RecordValues(
                Map.of("kafka.key", "order-7", "kafka.headers.tenant", "blue", "kafka.headers.bad", "a\r\nX: 1"));
        assertThat(headers.of(EVENT.getBytes(UTF_8), record))
                .isEqualTo(new DynamicHeaders.Values(
                        Map.of("X-Key", "order-7", "X-Tenant", "blue", "X-Same", "blue", "X-Id", "e-1"), 2));
        assertThat(new DynamicHeaders(List.of(new Dynamic("X-Key", "kafka.key")))
                        .of("{\"kafka\":{\"key\":\"of the event\"}}".getBytes(UTF_8), RecordValues.NONE)
                        .headers())
                .isEqualTo(Map.of("X-Key", "of the event"));
    }

    private static DynamicHeaders.Values of(String event, String path) {
        return new DynamicHeaders(List.of(new Dynamic("X-Value", path))).of(event.getBytes(UTF_8), RecordValues.NONE);
    }
}
