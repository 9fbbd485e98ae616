package io.tidings.contract.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members are found, cut out and replaced by their bytes; nothing else of an object changes. */
class JsonObjectViewTest {
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "1",
                "-1.50e3",
                "true",
                "null",
                "\"text\"",
                "\"ü \\\"quoted\\\" \\u00fc\"",
                "{}",
                "[ ]",
                "{ \"a\" : [1, {\"b\": \"}\"}] }",
            })
    void aValueIsCopiedByteForByteWhateverItIs(String value) throws IOException {
        for (var name : List.of("data", "data_base64", "other")) {
            var object = object("{ \"before\":1, \"" + name + "\" : " + value + " , \"after\":2}");
            var out = new ByteArrayOutputStream();
            object.copyValue(object.get(name), out);
            assertThat(out.toString(UTF_8)).isEqualTo(value);
        }
    }

    @Test
    void objectsOfAnArrayHaveTheirOwnBytesAndLength() throws IOException {
        var second = "{\"ü\":[2]}";
        var objects = array(" [{\"a\":1} , " + second + "\n]", 5);
        assertThat(objects).hasSize(2);
        assertThat(objects.getFirst().json()).isEqualTo(bytes("{\"a\":1}"));
        assertThat(objects.get(1).json()).isEqualTo(bytes(second));
        assertThat(objects.get(1).length()).isEqualTo(bytes(second).length);
    }

    @Test
    void onlyAnObjectThatIsAllOfTheBytesSharesThem() throws IOException {
        var alone = bytes("{\"a\":1}");
        assertThat(JsonObjectView.ofObject(alone).json()).isSameAs(alone);
        assertThat(object(" {\"a\":1}").json()).isEqualTo(alone);
        assertThat(object("{\"a\":1} ").json()).isEqualTo(alone);
    }

    @Test
    void membersAreReplacedInPlaceAndAddedAtTheEnd() throws IOException {
        var values = new LinkedHashMap<String, byte[]>();
        values.put("x", bytes("7"));
        values.put("b", bytes("[2]"));
        values.put("d", bytes("\"4\""));
        values.put("y", bytes("8"));
        var text = "{ \"a\" : 1, \"b\" : 2 ,\"c\":3, \"d\" : 4 }";
        var changed = "{ \"a\" : 1, \"b\" : [2] ,\"c\":3, \"d\" : \"4\" ,\"x\":7,\"y\":8}";
        assertThat(new String(object(text).with(values), UTF_8)).isEqualTo(changed);
        assertThat(new String(array("[{},  " + text + "]", 5).get(1).with(values), UTF_8))
                .isEqualTo(changed);
        assertThat(new String(object("{}").with(values), UTF_8)).isEqualTo("{\"x\":7,\"b\":[2],\"d\":\"4\",\"y\":8}");
    }

    @Test
    void readingStopsBehindTheLimit() throws IOException {
        assertThat(array("[{},{}]", 2)).hasSize(2);
        assertThat(array("[{},{},{}]", 2)).hasSize(3);
        assertThat(array("[{},{},{},nothing", 2)).hasSize(3);
        assertThat(array("[]", 2)).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        {"a":1}    | not a JSON array
        [1]        | element 0 is not an object
        [{},[]]    | element 1 is not an object
        [{}] []    | something follows the JSON value
        [{"a":1    | Unexpected end-of-input
        """)
    void anInvalidArrayIsRefusedWithTheReason(String json, String why) {
        assertThatThrownBy(() -> array(json, 5))
                .isInstanceOf(JsonParseException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        [{}]            | not a JSON object
        1               | not a JSON object
        {"a":1,"a":2}   | member "a" stands twice
        {"a":1}{        | something follows the JSON value
        """)
    void anythingButOneObjectIsRefusedWithTheReason(String json, String why) {
        assertThatThrownBy(() -> object(json))
                .isInstanceOf(JsonParseException.class)
                .hasMessageContaining(why);
    }

    @Test
    void textIsDecodedExceptForData() throws IOException {
        var object = object("{\"a\":\"\\u00fc\",\"n\":1,\"z\":null,\"data\":\"x\",\"data_base64\":\"AA==\"}");
        assertThat(object.get("a").text()).isEqualTo("ü");
        assertThat(object.get("n").text()).isNull();
        assertThat(object.get("z").isNull()).isTrue();
        assertThat(object.get("n").isNull()).isFalse();
        assertThat(object.get("data").text()).isNull();
        assertThat(object.get("data_base64").text()).isNull();
        assertThat(object.get("b")).isNull();
        assertThat(object.has("a")).isTrue();
        assertThat(object.has("b")).isFalse();
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', textBlock = """
        a"b\\c   | "a\\"b\\\\c"
        ü€      | "ü€"
        """)
    void aTextIsQuoted(String text, String quoted) {
        assertThat(new String(JsonText.quoted(text), UTF_8)).isEqualTo(quoted);
    }

    @Test
    void halfASurrogatePairBecomesAQuestionMarkAndAWholeOneStays() {
        assertThat(new String(JsonText.quoted("a\ud83d"), UTF_8)).isEqualTo("\"a?\"");
        assertThat(new String(JsonText.quoted("\udd14b"), UTF_8)).isEqualTo("\"?b\"");
        assertThat(new String(JsonText.quoted("\ud83e\udd14"), UTF_8)).isEqualTo("\"\ud83e\udd14\"");
    }

    private static JsonObjectView object(String json) throws IOException {
        return JsonObjectView.ofObject(bytes(json));
    }

    private static List<JsonObjectView> array(String json, int limit) throws IOException {
        return JsonObjectView.ofArray(bytes(json), limit);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
