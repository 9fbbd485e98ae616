package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParseException;
import io.tidings.contract.json.JsonObjectView;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-PUB-1 and B-PUB-3: the data of a CloudEvent in binary mode, as the structured one holds it. */
class BinaryCloudEventTest {
    private static final byte[] NONE = {};

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        -                               | {"a":1}  | {"data":{"a":1}}
        application/json                | 1.50     | {"datacontenttype":"application/json","data":1.50}
        Application/JSON ; charset=x    | "a"      | {"datacontenttype":"Application/JSON ; charset=x","data":"a"}
        text/json                       | [ ]      | {"datacontenttype":"text/json","data":[ ]}
        application/vnd.x+json          | {}       | {"datacontenttype":"application/vnd.x+json","data":{}}
        application/jsonl               | {}       | {"datacontenttype":"application/jsonl","data_base64":"e30="}
        application/x;y=text/json       | {}       | {"datacontenttype":"application/x;y=text/json","data_base64":"e30="}
        text/plain                      | ü        | {"datacontenttype":"text/plain","data":"ü"}
        TEXT/CSV; charset=UTF-8         | a,b      | {"datacontenttype":"TEXT/CSV; charset=UTF-8","data":"a,b"}
        text/plain; charset=iso-8859-1  | a        | {"datacontenttype":"text/plain; charset=iso-8859-1","data_base64":"YQ=="}
        application/xml                 | <a/>     | {"datacontenttype":"application/xml","data_base64":"PGEvPg=="}
        """)
    void jsonStaysJsonTextBecomesAStringAndAllElseBase64(@Nullable String contentType, String data, String json)
            throws IOException {
        assertThat(structured(contentType, bytes(data))).isEqualTo(json);
    }

    @Test
    void anEventWithoutDataHasNoMemberOfIt() throws IOException {
        assertThat(structured(null, NONE)).isEqualTo("{}");
        assertThat(structured("text/plain", NONE)).isEqualTo("{\"datacontenttype\":\"text/plain\"}");
        assertThat(new String(
                        BinaryCloudEvent.structured(Map.of("id", "\"1\""), null, NONE)
                                .json(),
                        UTF_8))
                .isEqualTo("{\"id\":\"\\\"1\\\"\"}");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        1,"source":"forged"   | Unexpected character (',' (code 44))
        {"a":1}{}             | something follows the JSON value
        ' '                   | the data is empty
        {"a":                 | Unexpected end-of-input
        <a/>                  | Unexpected character
        """)
    void dataThatIsNotOneJsonValueIsRefused(String data, String why) {
        assertThatThrownBy(() -> structured("application/json", bytes(data)))
                .isInstanceOf(JsonParseException.class)
                .hasMessageContaining(why);
    }

    @Test
    void theMembersOfABinaryCloudEventAreThoseOfTheStructuredOne() throws Exception {
        for (var data : new String[] {"{\"a\":[1]}", "\"text\"", "1", "null", ""}) {
            var attributes = new TreeMap<>(Map.of("specversion", "1.0", "id", "ü\"1", "source", "/s", "type", "t"));
            for (var type : new String[] {"application/json", "text/plain", "application/xml"}) {
                var written = BinaryCloudEvent.structured(attributes, type, bytes(data));
                var read = JsonObjectView.ofObject(written.json());
                assertThat(written.all()).containsExactlyElementsOf(read.all());
                assertThat(written.length()).isEqualTo(read.length());
            }
        }
    }

    private static String structured(@Nullable String contentType, byte[] data) throws IOException {
        return new String(
                BinaryCloudEvent.structured(Map.of(), contentType, data).json(), UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
