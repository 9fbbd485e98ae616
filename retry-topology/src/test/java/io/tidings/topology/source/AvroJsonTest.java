package io.tidings.topology.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.topic.UnreadableValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SOURCE-1: the JSON of values that Avro's own encoder wrote, and of bytes that nobody should have written. */
class AvroJsonTest {
    private static final Schema ORDER = new Schema.Parser().parse("""
        {"type":"record","name":"Order","fields":[
          {"name":"number","type":"long"},
          {"name":"note","type":["null","string"]},
          {"name":"kind","type":{"type":"enum","name":"Kind","symbols":["PLACED","PAID"]}},
          {"name":"lines","type":{"type":"array","items":{"type":"record","name":"Line","fields":[
            {"name":"sku","type":"string"},{"name":"weight","type":"double"}]}}},
          {"name":"labels","type":{"type":"map","values":["null","boolean"]}},
          {"name":"ratio","type":"float"},
          {"name":"raw","type":"bytes"},
          {"name":"hash","type":{"type":"fixed","name":"Hash","size":2}}]}\
        """);

    @Test
    void everyTypeHasItsPlainJson() throws IOException, UnreadableValue {
        var line = ORDER.getField("lines").schema().getElementType();
        var order = new GenericRecordBuilder(ORDER)
                .set("number", Long.MAX_VALUE)
                .set("note", "größer \"x\"")
                .set("kind", new GenericData.EnumSymbol(ORDER.getField("kind").schema(), "PAID"))
                .set(
                        "lines",
                        List.of(new GenericRecordBuilder(line)
                                .set("sku", "a")
                                .set("weight", 0.5)
                                .build()))
                .set("labels", Map.of("gift", true))
                .set("ratio", Float.NaN)
                .set("raw", ByteBuffer.wrap(new byte[] {-1, 0}))
                .set("hash", new GenericData.Fixed(ORDER.getField("hash").schema(), new byte[] {1, 2}))
                .build();
        assertThat(json(ORDER, order)).isEqualTo("""
            {"number":9223372036854775807,"note":"größer \\"x\\"","kind":"PAID",\
            "lines":[{"sku":"a","weight":0.5}],"labels":{"gift":true},"ratio":"NaN","raw":"/wA=","hash":"AQI="}\
            """);
    }

    @ParameterizedTest(name = "{1} of {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "int | date | 20778 | \"2026-11-21\"",
                "int | time-millis | 43200000 | \"12:00:00\"",
                "long | time-micros | 43200000001 | \"12:00:00.000001\"",
                "long | timestamp-millis | 1795262400123 | \"2026-11-21T12:00:00.123Z\"",
                "long | timestamp-micros | -1 | \"1969-12-31T23:59:59.999999Z\"",
                "long | timestamp-nanos | 1 | \"1970-01-01T00:00:00.000000001Z\"",
                "long | local-timestamp-millis | 1795262400000 | \"2026-11-21T12:00:00\"",
                "long | local-timestamp-micros | 1795262400000001 | \"2026-11-21T12:00:00.000001\"",
                "long | timestamp-millis | 9223372036854775807 | \"+292278994-08-17T07:12:55.807Z\"",
                "int | timestamp-millis | 7 | 7",
                "long | of-somebody-else | 7 | 7",
            })
    void logicalTimesAreIso8601(String type, String logical, long value, String json)
            throws IOException, UnreadableValue {
        var schema = new Schema.Parser().parse("{\"type\":\"" + type + "\",\"logicalType\":\"" + logical + "\"}");
        Object datum = type.equals("int") ? (Object) (int) value : (Object) value;
        assertThat(json(schema, datum)).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource({
        "04d2, 2, 12.34",
        "ff, 0, -1",
        "00, 4, 0.0000",
        "7fffffffffffffffffffffff, 0, 39614081257132168796771975167"
    })
    void aDecimalIsAnExactNumber(String unscaled, int scale, String json) throws IOException, UnreadableValue {
        var schema = new Schema.Parser().parse("""
            {"type":"bytes","logicalType":"decimal","precision":40,"scale":%d}\
            """.formatted(scale));
        assertThat(json(schema, ByteBuffer.wrap(HexFormat.of().parseHex(unscaled))))
                .isEqualTo(json);
    }

    @Test
    void aUuidIsText() throws IOException, UnreadableValue {
        var schema = new Schema.Parser().parse("""
            {"type":"fixed","name":"Id","size":16,"logicalType":"uuid"}\
            """);
        var bytes = HexFormat.of().parseHex("df686017842844d8949a0740b9702492");
        assertThat(json(schema, new GenericData.Fixed(schema, bytes)))
                .isEqualTo("\"df686017-8428-44d8-949a-0740b9702492\"");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "\"int\" | '' | it ends too early",
                "\"int\" | 0e00 | bytes are left over",
                "\"string\" | 06 61 | it ends too early",
                "\"string\" | feffffff0f | it ends too early",
                "\"bytes\" | feffffffffffffffff01 | it ends too early",
                "\"bytes\" | 01 | it ends too early",
                "\"string\" | 02ff | a string is no UTF-8",
                "[\"null\",\"int\"] | 04 | 2 is none of 2 choices",
                "[\"null\",\"int\"] | 01 | -1 is none of 2 choices",
                "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\"]} | 02 | 1 is none of 1 choices",
                "{\"type\":\"array\",\"items\":\"null\"} | feffffffffffffffff01 | Cannot read collections larger than",
                "{\"type\":\"array\",\"items\":\"null\"} | feffffff07 | as JSON it has more than 1048576 bytes",
                "{\"type\":\"fixed\",\"name\":\"F\",\"size\":2000000000} | 00 | it ends too early",
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":4} | 00 | a decimal has no digits",
                "{\"type\":\"int\",\"logicalType\":\"time-millis\"} | 01 | Invalid value",
            })
    void bytesThatDoNotFitAreRefused(String schema, String hex, String sentence) {
        var bytes = HexFormat.of().parseHex(hex.replace("'", "").replace(" ", ""));
        assertThatThrownBy(() -> new AvroJson(new Schema.Parser().parse(schema)).json(bytes, 0))
                .isInstanceOf(UnreadableValue.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void aRecordOfItselfIsRefused() {
        var endless = new Schema.Parser().parse("""
            {"type":"record","name":"A","fields":[{"name":"next","type":"A"}]}\
            """);
        assertThatThrownBy(() -> new AvroJson(endless).json(new byte[0], 0))
                .isInstanceOf(UnreadableValue.class)
                .hasMessage("the value is nested too deep");
    }

    @RepeatedTest(200)
    void damagedBytesAreRefusedOrReadButNeverFailOtherwise(RepetitionInfo run) throws IOException {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var bytes = damaged(random);
        try {
            assertThat(new ObjectMapper()
                            .readTree(new AvroJson(ORDER).json(bytes, 0))
                            .isObject())
                    .isTrue();
        } catch (UnreadableValue e) {
            assertThat(e).hasMessageStartingWith("the value ");
        }
    }

    private static byte[] damaged(RandomGenerator random) throws IOException {
        var line = ORDER.getField("lines").schema().getElementType();
        var bytes = encoded(
                ORDER,
                new GenericRecordBuilder(ORDER)
                        .set("number", random.nextLong())
                        .set("note", null)
                        .set(
                                "kind",
                                new GenericData.EnumSymbol(
                                        ORDER.getField("kind").schema(), "PLACED"))
                        .set(
                                "lines",
                                List.of(new GenericRecordBuilder(line)
                                        .set("sku", "abc")
                                        .set("weight", 1.0)
                                        .build()))
                        .set("labels", Map.of("a", false))
                        .set("ratio", 1f)
                        .set("raw", ByteBuffer.wrap(new byte[9]))
                        .set(
                                "hash",
                                new GenericData.Fixed(ORDER.getField("hash").schema(), new byte[2]))
                        .build());
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        return random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length + 3));
    }

    private static String json(Schema schema, Object datum) throws IOException, UnreadableValue {
        var framed = new ByteArrayOutputStream();
        framed.write(new byte[5]);
        framed.write(encoded(schema, datum));
        return new String(new AvroJson(schema).json(framed.toByteArray(), 5), UTF_8);
    }

    private static byte[] encoded(Schema schema, Object datum) throws IOException {
        var out = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(datum, encoder);
        encoder.flush();
        return out.toByteArray();
    }
}
