package io.tidings.contract.eventtype;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
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

    private static final String TOO_MANY = "takes too many steps to be judged by the schema";

    private static final String ORDER = """
        {"type":"object","required":["id","items"],"additionalProperties":false,
         "properties":{
           "id":{"type":"string","pattern":"^[0-9]+$"},
           "total":{"type":"number","minimum":0},
           "state":{"enum":["new","paid",1.0]},
           "address":{"$ref":"#/$defs/address"},
           "pay":{"oneOf":[{"required":["card"]},{"required":["iban"]}]},
           "items":{"type":"array","uniqueItems":true,"maxItems":9,
                    "items":{"type":"object","properties":{"n":{"type":"integer"}}}}},
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

    /** The rule is named by its place in the schema; names in data can be as secret as values. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]|/type",
                "{\"items\":[]}|/required/0",
                "{\"id\":\"1a\",\"items\":[]}|/properties/id/pattern",
                "{\"id\":\"1\",\"items\":[{\"n\":1},{\"n\":\"two\"}]}|/properties/items/items/properties/n/type",
                "{\"id\":\"1\",\"items\":[{\"n\":1},{\"n\":1.0}]}|/properties/items/uniqueItems",
                "{\"id\":\"1\",\"items\":[],\"total\":-1}|/properties/total/minimum",
                "{\"id\":\"1\",\"items\":[],\"state\":\"gone\"}|/properties/state/enum",
                "{\"id\":\"1\",\"items\":[],\"x-a\":\"abcd\"}|/patternProperties/^x-/maxLength",
                "{\"id\":\"1\",\"items\":[],\"address\":{\"city\":\"U\"}}|/$defs/address/properties/city/minLength",
                "{\"id\":\"1\",\"items\":[],\"secret\":1}|/additionalProperties",
                "{\"id\":\"1\",\"items\":[],\"pay\":{}}|/properties/pay/oneOf",
            })
    void dataThatBreaksARuleIsToldWhichAndNothingOfTheData(String data, String place) {
        assertThat(mismatch(ORDER, data)).isEqualTo("breaks " + place + " of the schema");
    }

    /** Each keyword, with data that keeps it and data that breaks it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":[\"integer\",\"null\"]}|1e2|1.5",
                "{\"type\":\"number\"}|1|\"1\"",
                "{\"type\":\"null\"}|null|false",
                "{\"type\":\"boolean\"}|true|0",
                "{\"type\":\"array\"}|[]|{}",
                "{\"enum\":[{\"a\":[1,null]},\"b\"]}|{\"a\":[1.0,null]}|{\"a\":[1]}",
                "{\"const\":{\"a\":1,\"b\":true}}|{\"b\":true,\"a\":1}|{\"b\":false,\"a\":1}",
                "{\"minimum\":1}|1|0.999",
                "{\"exclusiveMinimum\":1}|1.001|1",
                "{\"maximum\":1}|1.0|2",
                "{\"exclusiveMaximum\":1}|-5|1",
                "{\"multipleOf\":0.01}|19.99|19.999",
                "{\"minLength\":2}|\"ab\"|\"😀\"",
                "{\"maxLength\":1}|\"😀\"|\"ab\"",
                "{\"minItems\":1}|[1]|[]",
                "{\"maxItems\":1}|[1]|[1,2]",
                "{\"minProperties\":1}|{\"a\":1}|{}",
                "{\"maxProperties\":1}|{\"a\":1}|{\"a\":1,\"b\":1}",
                "{\"propertyNames\":{\"maxLength\":1}}|{\"a\":1}|{\"ab\":1}",
                "{\"prefixItems\":[{\"type\":\"string\"}],\"items\":{\"type\":\"number\"}}|[\"a\",1,2]|[\"a\",\"b\"]",
                "{\"prefixItems\":[{\"type\":\"string\"}],\"items\":false}|[\"a\"]|[1]",
                "{\"contains\":{\"const\":1}}|[2,1]|[2]",
                "{\"allOf\":[{\"minimum\":1},{\"maximum\":2}]}|1|3",
                "{\"anyOf\":[{\"minimum\":5},{\"maximum\":2}]}|1|3",
                "{\"oneOf\":[{\"minimum\":2},{\"maximum\":5}]}|1|3",
                "{\"not\":{\"type\":\"null\"}}|1|null",
                "{\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]},\"else\":{\"required\":[\"c\"]}}|{\"c\":1}|{\"a\":1}",
                "{\"additionalProperties\":{\"type\":\"string\"}}|{\"a\":\"b\"}|{\"a\":1}",
                "{\"properties\":{\"a\":{\"$ref\":\"#\"}},\"additionalProperties\":false}|{\"a\":{\"a\":{}}}|{\"a\":{\"b\":1}}",
                "{\"$ref\":\"#/definitions/a~1b\",\"definitions\":{\"a/b\":{\"type\":\"string\"}}}|\"1\"|1",
            })
    void aKeywordMeansWhatTheDraftSays(String schema, String right, String wrong) {
        assertThat(mismatch(schema, right)).isNull();
        assertThat(mismatch(schema, wrong)).startsWith("breaks /");
    }

    /** Keywords say nothing about values of other types. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "\"x\"", "7", "[]", "{}"})
    void aKeywordConcernsTheValuesOfItsType(String data) {
        var schema = """
            {"minimum":7,"maximum":7,"multipleOf":7,"minLength":1,"maxLength":1,"pattern":"x","maxItems":0,"maxProperties":0,
             "uniqueItems":true,"propertyNames":false,"items":false,"prefixItems":[false],"additionalProperties":false}
            """;
        assertThat(mismatch(schema, data)).isNull();
    }

    /** As draft 2020-12 has it, unless a schema asks for more. */
    @Test
    void aFormatIsAWordForPeople() {
        assertThat(mismatch("{\"format\":\"date-time\",\"title\":\"when\",\"x-owner\":1}", "\"yesterday\""))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"objekt\"}|/type must be of null",
                "{\"type\":1}|/type must be an array of strings",
                "{\"properties\":{\"a\":{\"minimum\":\"1\"}}}|/properties/a/minimum must be a number",
                "{\"multipleOf\":0}|/multipleOf must be a number above 0",
                "{\"maxLength\":-1}|/maxLength must be a whole number from 0",
                "{\"requird\":[]}|/requird is not a keyword that Tidings checks",
                "{\"anyOf\":[]}|/anyOf must be an array that is not empty",
                "{\"not\":1}|/not must be a schema",
                "{\"then\":{}}|/then needs an if",
                "{\"$ref\":\"https://example.com/order.json\"}|/$ref must be # or",
                "{\"$ref\":\"#/$defs/none\"}|/$ref must be # or",
                "{\"items\":{\"$ref\":\"#order\"}}|/items/$ref must be # or",
                "{\"$dynamicRef\":\"#node\"}|/$dynamicRef is not a keyword",
                "{\"unevaluatedProperties\":false}|/unevaluatedProperties is not a keyword",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}|/$schema must be https",
                "{\"properties\":{\"a\":{\"$id\":\"a.json\"}}}|/properties/a/$id can only be at the root",
                "{\"uniqueItems\":true}|/uniqueItems needs maxItems of at most 100",
                "{\"uniqueItems\":true,\"maxItems\":101}|/uniqueItems needs maxItems of at most 100",
                "{\"pattern\":\"(?=a)\"}|/pattern must be a regular expression",
                "{\"patternProperties\":{\"(a)\\\\1\":true}}|/patternProperties/(a)\\1 must be a regular expression",
            })
    void aSchemaThatCannotBeUsedIsRefusedByThePlaceOfItsKeyword(String schema, String sentence) {
        assertThat(refusal(schema)).startsWith("schema: " + sentence);
    }

    @Test
    void onlyTheFirstMistakeIsToldAndOnlyTheEndOfALongPlace() {
        var members = IntStream.range(0, 20)
                .mapToObj(i -> "\"%s%d\":{\"type\":1}".formatted("n".repeat(32_000), i))
                .collect(Collectors.joining(","));
        assertThat(refusal("{\"properties\":{" + members + "}}")).hasSizeLessThan(500);
        var deep = "{\"not\":".repeat(90) + "{\"type\":1}" + "}".repeat(90);
        assertThat(refusal(deep)).startsWith("schema: …").hasSizeLessThan(500);
        assertThat(refusal("{\"not\":".repeat(900) + "{}" + "}".repeat(900))).contains("nests deeper than 100 schemas");
    }

    @Test
    void theRuleThatDataBreaksIsToldInFewWords() {
        var name = "n".repeat(32_000);
        var schema = "{\"properties\":{\"%s\":{\"properties\":{\"%s\":false}}}}".formatted(name, name);
        assertThat(mismatch(schema, "{\"%s\":{\"%s\":1}}".formatted(name, name)))
                .startsWith("breaks …")
                .hasSizeLessThan(300);
    }

    @Test
    void aSchemaMayNameItsDraftAndItself() {
        var schema =
                "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"$id\":\"https://json-schema.org/draft/"
                        + "2020-12/schema\",\"type\":\"integer\"}";
        assertThat(mismatch(schema, "1")).isNull();
        assertThat(mismatch(schema, "\"1\"")).isEqualTo("breaks /type of the schema");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(((a{1000}){1000}){1000})",
                "((a{99}){99})[(]", // a ( in brackets opens no group
                "([(]a{71}){71}",
                "((?:[^()]{71})b){71}",
                "(a{1,71}\\)){71}",
                "a{71}{71}",
                "a{0,5000}",
                "(\\(a{71}){71}",
                "([]({71}]{71}){71}",
                "\\p{L}{51}",
                "[\\pL\\pN]{31}",
                "\\Q(\\E(a{71}){71}",
                "[[:alpha:](](a{71}){71}",
                "(?i)a",
                "(?P<n>a)",
                "a{,5}",
            })
    void aPatternIsRefusedIfItsRepetitionsWrittenOutAreTooLargeOrCannotBeCounted(String pattern) {
        assertThat(refusal("{\"pattern\":" + quoted(pattern) + "}")).startsWith("schema: /pattern must be a regular");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$;0f8fad5b-d9cb-469f-a165-70867728950e",
                "^[^@\\s]+@([a-z0-9-]+\\.)+[a-z]{2,}$;a@example.com",
                "^\\p{Lu}\\p{Ll}+$;Österreich",
                "^[]()]+\\{(?:a|b)?\\x{41}$;()]{bA",
            })
    void patternsOfPeopleAreTaken(String pattern, String text) {
        assertThat(mismatch("{\"pattern\":" + quoted(pattern) + "}", quoted(text)))
                .isNull();
        assertThat(mismatch("{\"pattern\":" + quoted(pattern) + "}", "\"?\"")).startsWith("breaks /pattern");
    }

    @Test
    void thePatternsOfASchemaAreBoundedTogether() {
        var patterns = IntStream.range(0, 20)
                .mapToObj(i -> "{\"pattern\":\"a{250}" + i + "\"}")
                .collect(Collectors.joining(","));
        assertThat(refusal("{\"anyOf\":[" + patterns + "]}")).contains("/pattern must be a regular expression");
        var same = "{\"pattern\":\"a{250}\"},".repeat(40);
        assertThat(mismatch("{\"anyOf\":[" + same + "true]}", "1")).isNull();
    }

    /** What the regular expressions of Java would take years for. */
    @Test
    void noPatternHoldsUpTheEventsBehind() {
        var evil = "{\"pattern\":\"^(([a-z])+.)+[A-Z]([a-z])+$\",\"patternProperties\":{\"^(a+)+$\":true}}";
        soon(() -> {
            assertThat(mismatch(evil, "\"" + "a".repeat(5_000) + "\"")).startsWith("breaks /pattern");
            assertThat(mismatch(evil, "{\"" + "a".repeat(40) + "!\":1}")).isNull();
        });
        var large = "{\"pattern\":\"(a?b?c?){100}$\"}";
        soon(() ->
                assertThat(mismatch(large, "\"" + "a".repeat(1_000_000) + "\"")).isEqualTo(TOO_MANY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "{}"})
    void alternativesOfAlternativesEndAfterABoundedNumberOfSteps(String last) {
        var defs = IntStream.range(0, 40)
                .mapToObj(i -> "\"d%d\":{\"anyOf\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]}"
                        .formatted(i, i + 1, i + 1))
                .collect(Collectors.joining(","));
        var schema = "{\"$ref\":\"#/$defs/d0\",\"$defs\":{" + defs + ",\"d40\":" + last + "}}";
        soon(() -> assertThat(mismatch(schema, "1")).isEqualTo(TOO_MANY));
    }

    /** They leave nothing behind, either, however many there are. */
    @Test
    void schemasThatAreTrueOrFalseTakeSteps() {
        var schema = "{\"items\":{\"anyOf\":[" + "false,".repeat(9_000) + "true]}}";
        soon(() ->
                assertThat(mismatch(schema, "[" + "0,".repeat(100_000) + "0]")).isEqualTo(TOO_MANY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {"{\"items\":{\"enum\":[%s]}};8999", "{\"items\":{\"const\":[%s]}};[%s]"})
    void equalityTakesStepsForAllThatItLooksAt(String schema, String element) {
        var values = IntStream.range(0, 9_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        var each = element.formatted(values);
        var data = "[" + (each + ",").repeat(19) + each + "]";
        assertThat(judged(schema.formatted(values), data, new Steps(100_000))).isEqualTo(TOO_MANY);
        assertThat(judged(schema.formatted(values), data, new Steps(200_000))).isNull();
    }

    @Test
    void allElementsAreComparedInSteps() {
        var element = "[" + "1,".repeat(1_000) + "%d]";
        var array = IntStream.range(0, 100).mapToObj(element::formatted).collect(Collectors.joining(",", "[", "]"));
        assertThat(judged("{\"uniqueItems\":true,\"maxItems\":100}", array, new Steps(1_000_000)))
                .isEqualTo(TOO_MANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$ref\":\"#\"}", "{\"allOf\":[{\"$ref\":\"#\"}]}"})
    void aSchemaThatRefersToItselfForEverJudgesNothingRight(String schema) {
        assertThat(mismatch(schema, "1")).startsWith("nests too deep");
    }

    /** An error would end the thread, and with it the events of all topics. */
    @ParameterizedTest
    @ValueSource(ints = {200, 1_000})
    void nothingOverflowsTheStack(int kilobytes) throws InterruptedException {
        var schema = "{\"contains\":".repeat(90)
                + "{\"pattern\":\"%s\",\"$ref\":\"#\"}".formatted("^".repeat(400))
                + "}".repeat(90);
        var read = ((Validated.Valid<DataSchema>) DataSchema.read("schema", exact(schema))).value();
        var data = json("[".repeat(360) + "\"x\"" + "]".repeat(360));
        var judged = new AtomicReference<@Nullable String>();
        Runnable judgement = () -> judged.set(read.mismatch(data, new Steps(1_000_000)));
        var thread = new Thread(null, judgement, "judge", kilobytes * 1024L);
        thread.start();
        thread.join();
        assertThat(judged.get()).startsWith("nests too deep");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "2.5"})
    void aLongNumberOfASchemaIsReadOnce(String number) {
        var values = IntStream.range(0, 50)
                .mapToObj(i -> "1." + "0".repeat(980) + (i + 1))
                .collect(Collectors.joining(","));
        var schema = "{\"items\":{\"not\":{\"enum\":[" + values + "]}}}";
        var data = "[" + (number + ",").repeat(20_000) + number + "]";
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(3),
                () -> assertThat(judged(schema, data, new Steps(100_000_000))).isNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"multipleOf\":1e-300}", "{\"maximum\":5e900}", "{\"not\":{\"const\":7.5}}"})
    void aLongNumberOfDataTakesAStepForSomeDigits(String rule) {
        var schema = "{\"items\":" + rule + "}";
        var data = "[" + (("1" + "0".repeat(899)) + ",").repeat(99) + "7]";
        assertThat(judged(schema.replace("5e900", "1" + "0".repeat(899)), data, new Steps(15_000)))
                .isEqualTo(TOO_MANY);
    }

    @Test
    void aPatternTakesStepsForTextThatIsEmpty() {
        var data = "[" + "\"\",".repeat(999) + "\"\"]";
        assertThat(judged("{\"items\":{\"pattern\":\"(a{400})?\"}}", data, new Steps(50_000)))
                .isEqualTo(TOO_MANY);
    }

    @Test
    void manySmallPatternsAreTooLargeTogether() {
        var names =
                IntStream.range(0, 500).mapToObj(i -> "\"%x\":{}".formatted(i)).collect(Collectors.joining(","));
        assertThat(refusal("{\"patternProperties\":{" + names + "}}")).contains("must be a regular expression");
    }

    @Test
    void aSmallRecordHasFewSteps() {
        var schema = "{\"items\":{\"anyOf\":[" + "false,".repeat(1_000) + "true]}}";
        assertThat(mismatch(schema, "[" + "0,".repeat(40) + "0]")).isNull();
        assertThat(mismatch(schema, "[" + "0,".repeat(160) + "0]")).isEqualTo(TOO_MANY);
    }

    @Test
    void dataMayNestAsDeepAsSchemasOfPeopleDo() {
        var schema = "{\"properties\":{\"a\":{\"$ref\":\"#\"}},\"additionalProperties\":false}";
        assertThat(mismatch(schema, "{\"a\":".repeat(49) + "{}" + "}".repeat(49)))
                .isNull();
        assertThat(mismatch(schema, "{\"a\":".repeat(900) + "{}" + "}".repeat(900)))
                .startsWith("nests too deep");
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
        return judged(schema, data, Steps.of(data.length()));
    }

    private static @Nullable String judged(String schema, String data, Steps steps) {
        return switch (DataSchema.read("schema", exact(schema))) {
            case Validated.Valid<DataSchema>(var read) -> read.mismatch(json(data), steps);
            case Validated.Invalid<DataSchema> invalid -> throw new IllegalArgumentException(invalid.sentence());
        };
    }

    private static String refusal(String schema) {
        return switch (DataSchema.read("schema", json(schema))) {
            case Validated.Valid<DataSchema> _ -> "";
            case Validated.Invalid<DataSchema> invalid -> invalid.sentence();
        };
    }

    private static String quoted(String text) {
        return JSON.getNodeFactory().textNode(text).toString();
    }

    /** As a record is read. */
    private static JsonNode exact(String schema) {
        return ResourceJson.orMissing(schema.getBytes(UTF_8));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
