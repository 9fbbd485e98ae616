package io.tidings.contract.eventtype;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.json.Violation;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-TYPE-1: what a schema may say, and what breaks it. */
class DataSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Generous: it tells seconds from years. */
    private static final Duration SOON = Duration.ofMinutes(1);

    private static final String ORDER = """
        {"type":"object","required":["id","items"],"additionalProperties":false,
         "properties":{
           "id":{"type":"string","pattern":"^[0-9]+$"},
           "total":{"type":"number","minimum":0},
           "state":{"enum":["new","paid",1.0]},
           "address":{"$ref":"#/$defs/address"},
           "pay":{"oneOf":[{"required":["card"]},{"required":["iban"]}]},
           "items":{"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"n":{"type":"integer"}}}}},
         "patternProperties":{"^x-":{"maxLength":3}},
         "$defs":{"address":{"type":"object","properties":{"city":{"minLength":2}}}}}
        """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'1','items':[]}",
                "{'id':'1','items':[{'n':1},{'n':2.0}],'total':0.5,'state':'paid'}",
                "{'id':'1','items':[],'state':1,'x-a':'abc','address':{'city':'Ulm'},'pay':{'card':1}}",
            })
    void dataThatKeepsTheRulesBreaksNone(String data) {
        assertThat(mismatch(ORDER, data.replace('\'', '"'))).isNull();
    }

    /** The rule is named, and the place, but no value of the event. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]|breaks type: \"object\"",
                "{\"items\":[]}|breaks required: [\"id\",\"items\"]",
                "{\"id\":\"1a\",\"items\":[]}|at /id breaks pattern: \"^[0-9]+$\"",
                "{\"id\":\"1\",\"items\":[{\"n\":1},{\"n\":\"two\"}]}|at /items/1/n breaks type: \"integer\"",
                "{\"id\":\"1\",\"items\":[{\"n\":1},{\"n\":1.0}]}|at /items breaks uniqueItems: true",
                "{\"id\":\"1\",\"items\":[],\"total\":-1}|at /total breaks minimum: 0",
                "{\"id\":\"1\",\"items\":[],\"state\":\"gone\"}|at /state breaks enum: [\"new\",\"paid\",1.0]",
                "{\"id\":\"1\",\"items\":[],\"x-a\":\"abcd\"}|at /x-a breaks maxLength: 3",
                "{\"id\":\"1\",\"items\":[],\"address\":{\"city\":\"U\"}}|at /address/city breaks minLength: 2",
                "{\"id\":\"1\",\"items\":[],\"more\":1}|at /more breaks false (nothing is allowed there)",
                "{\"id\":\"1\",\"items\":[],\"pay\":{}}|at /pay breaks oneOf:"
                        + " [{\"required\":[\"card\"]},{\"required\":[\"iban\"]}]",
            })
    void dataThatBreaksARuleIsToldWhichAndWhere(String data, String sentence) {
        assertThat(mismatch(ORDER, data)).isEqualTo(sentence);
    }

    /** As draft 2020-12 has it, unless a schema asks for more. */
    @Test
    void aFormatIsAWordForPeople() {
        assertThat(mismatch("{\"format\":\"date-time\",\"title\":\"when\"}", "\"yesterday\""))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"objekt\"}|schema",
                "{\"properties\":{\"a\":{\"minimum\":\"1\"}}}|schema",
                "{\"$ref\":\"https://example.com/order.json\"}|schema.$ref",
                "{\"$ref\":\"order.json\"}|schema.$ref",
                "{\"$ref\":\"#/$defs/none\"}|schema.$ref",
                "{\"items\":[{\"$ref\":\"#order\"}]}|schema.items[0].$ref",
                "{\"$dynamicRef\":\"#node\"}|schema.$dynamicRef",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}|schema.$schema",
                "{\"properties\":{\"a\":{\"$id\":\"a.json\"}}}|schema.properties.a.$id",
                "{\"pattern\":\"(?=a)\"}|schema.pattern",
                "{\"pattern\":\"(((a{1000}){1000}){1000})\"}|schema.pattern",
                "{\"patternProperties\":{\"(a)\\\\1\":true}}|schema.patternProperties",
            })
    void aSchemaThatCannotBeUsedIsRefusedWithThePlace(String schema, String path) {
        assertThat(DataSchema.problems("schema", json(schema)))
                .extracting(Violation::path)
                .containsExactly(path);
    }

    @Test
    void aSchemaMayNameItsDraftAndItself() {
        var schema =
                "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"$id\":\"https://json-schema.org/draft/"
                        + "2020-12/schema\",\"type\":\"integer\"}";
        assertThat(DataSchema.problems("schema", json(schema))).isEmpty();
        assertThat(mismatch(schema, "1")).isNull();
        assertThat(mismatch(schema, "\"1\"")).isEqualTo("breaks type: \"integer\"");
    }

    /** What the regular expressions of Java would take years for. */
    @Test
    void noPatternHoldsUpTheEventsBehind() {
        var evil = "{\"pattern\":\"^(([a-z])+.)+[A-Z]([a-z])+$\",\"patternProperties\":{\"^(a+)+$\":true}}";
        soon(() -> {
            assertThat(mismatch(evil, "\"" + "a".repeat(5_000) + "\"")).startsWith("breaks pattern");
            assertThat(mismatch(evil, "{\"" + "a".repeat(40) + "!\":1}")).isNull();
        });
    }

    @Test
    void alternativesOfAlternativesEndAfterABoundedNumberOfSteps() {
        var defs = IntStream.range(0, 60)
                .mapToObj(i -> "\"d%d\":{\"allOf\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]}"
                        .formatted(i, i + 1, i + 1))
                .collect(Collectors.joining(","));
        var schema = "{\"$ref\":\"#/$defs/d0\",\"$defs\":{" + defs + ",\"d60\":true}}";
        soon(() -> assertThat(mismatch(schema, "1")).isEqualTo("takes too many steps to be judged by the schema"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$ref\":\"#\"}", "{\"allOf\":[{\"$ref\":\"#\"}]}"})
    void aSchemaThatRefersToItselfForEverJudgesNothingRight(String schema) {
        assertThat(mismatch(schema, "1")).startsWith("nests too deep");
    }

    @Test
    void dataMayNestAsDeepAsSchemasOfPeopleDo() {
        var schema = "{\"properties\":{\"a\":{\"$ref\":\"#\"}},\"additionalProperties\":false}";
        assertThat(mismatch(schema, "{\"a\":".repeat(100) + "{}" + "}".repeat(100)))
                .isNull();
        assertThat(mismatch(schema, "{\"a\":".repeat(900) + "{}" + "}".repeat(900)))
                .startsWith("nests too deep");
    }

    /** Equal hashes: each element would be compared with each. */
    @Test
    void manyElementsThatMustDifferTakeTooManySteps() {
        var elements = IntStream.range(0, 100_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        assertThat(mismatch("{\"uniqueItems\":true}", "[" + elements + "]")).startsWith("takes too many steps");
    }

    /** The path of every element would be written out. */
    @Test
    void aLongNameAboveManyElementsTakesNoMemory() {
        var data = "{\"" + "n".repeat(40_000) + "\":[" + "{},".repeat(200_000) + "{}]}";
        soon(() -> assertThat(mismatch("{\"additionalProperties\":{\"items\":{\"properties\":{}}}}", data))
                .startsWith("takes too many steps"));
    }

    @ParameterizedTest
    @CsvSource({"1e999999999, maximum", "-1e400, minimum", "1e-999999999, exclusiveMinimum"})
    void numbersBeyondAnyRangeAreComparedAtOnce(String number, String keyword) {
        soon(() -> assertThat(
                        mismatch("{\"multipleOf\":1e-300,\"maximum\":5,\"minimum\":-5,\"exclusiveMinimum\":0}", number))
                .contains(keyword));
    }

    @Test
    void aLargeEventOfManyObjectsIsJudged() {
        var item = "{\"sku\":\"A-1234\",\"n\":3,\"price\":12.5,\"note\":\"two of them\"}";
        var schema =
                "{\"items\":{\"type\":\"object\",\"required\":[\"sku\",\"n\"],\"additionalProperties\":false,\"properties\":{"
                    + "\"sku\":{\"type\":\"string\",\"pattern\":\"^[A-Z]-[0-9]{4}$\"},\"n\":{\"type\":\"integer\",\"minimum\":1},"
                    + "\"price\":{\"type\":\"number\"},\"note\":{\"type\":\"string\",\"maxLength\":100}}}}";
        assertThat(mismatch(schema, "[" + (item + ",").repeat(15_000) + item + "]"))
                .isNull();
    }

    private static void soon(Runnable judged) {
        Assertions.assertTimeoutPreemptively(SOON, judged::run);
    }

    private static @Nullable String mismatch(String schema, String data) {
        return new DataSchema(json(schema)).mismatch(json(data), data.length());
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
