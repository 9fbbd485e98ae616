package io.tidings.topology.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.topic.UnreadableValue;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Values of one Avro schema as JSON: a union is its value, an enum its symbol, bytes are base64, and logical types are as
 * {@link LogicalValue} writes them.
 *
 * <p>Written while they are read, within the limit of an event. Records of the library would grow without limit: a few
 * bytes may stand for an array of a billion nulls, or say that a string has two billion bytes.
 */
final class AvroJson {
    private static final JsonFactory JSON = new JsonFactory();

    private final Schema schema;

    AvroJson(Schema schema) {
        this.schema = schema;
    }

    /** @param from the position of the value, which ends with the bytes */
    byte[] json(byte[] bytes, int from) throws UnreadableValue {
        var out = new BoundedBytes(EventLimits.MAX_EVENT_BYTES);
        int length = bytes.length - from;
        try (var json = JSON.createGenerator(out)) {
            var decoder = DecoderFactory.get().binaryDecoder(bytes, from, length, null);
            new Writing(decoder, length, json).value(schema);
            if (!decoder.isEnd()) {
                throw new UnreadableValue("the value does not fit its Avro schema: bytes are left over");
            }
        } catch (EOFException e) {
            throw new UnreadableValue("the value does not fit its Avro schema: it ends too early");
        } catch (CharacterCodingException e) {
            throw new UnreadableValue("the value does not fit its Avro schema: a string is no UTF-8");
        } catch (StreamConstraintsException e) {
            throw new UnreadableValue("the value is nested too deep");
        } catch (IOException
                | AvroRuntimeException
                | UnsupportedOperationException
                | DateTimeException
                | ArithmeticException e) {
            throw new UnreadableValue("the value does not fit its Avro schema: " + e.getMessage());
        }
        return out.bytes();
    }

    /**
     * One value on its way.
     *
     * @param length of the whole value, which no part of it exceeds
     */
    private record Writing(BinaryDecoder decoder, int length, JsonGenerator json) {
        void value(Schema schema) throws IOException {
            switch (schema.getType()) {
                case NULL -> json.writeNull();
                case BOOLEAN -> json.writeBoolean(decoder.readBoolean());
                case INT -> LogicalValue.write(decoder.readInt(), schema, json);
                case LONG -> LogicalValue.write(decoder.readLong(), schema, json);
                case FLOAT -> json.writeNumber(decoder.readFloat());
                case DOUBLE -> json.writeNumber(decoder.readDouble());
                case STRING -> json.writeString(text());
                case BYTES -> LogicalValue.write(bytes(decoder.readLong()), schema, json);
                case FIXED -> LogicalValue.write(bytes(schema.getFixedSize()), schema, json);
                case ENUM ->
                    json.writeString(schema.getEnumSymbols()
                            .get(index(schema.getEnumSymbols().size())));
                case UNION ->
                    value(schema.getTypes().get(index(schema.getTypes().size())));
                case ARRAY -> array(schema.getElementType());
                case MAP -> map(schema.getValueType());
                case RECORD -> members(schema);
            }
        }

        private int index(int size) throws IOException {
            int index = decoder.readInt();
            if (index < 0 || index >= size) {
                throw new IOException(index + " is none of " + size + " choices");
            }
            return index;
        }

        private String text() throws IOException {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(decoder.readLong())))
                    .toString();
        }

        private byte[] bytes(long count) throws IOException {
            if (count < 0 || count > length) {
                throw new EOFException();
            }
            var bytes = new byte[(int) count];
            decoder.readFixed(bytes);
            return bytes;
        }

        private void array(Schema elements) throws IOException {
            json.writeStartArray();
            for (long left = decoder.readArrayStart(); left > 0; left = decoder.arrayNext()) {
                for (long i = 0; i < left; i++) {
                    value(elements);
                }
            }
            json.writeEndArray();
        }

        private void map(Schema values) throws IOException {
            json.writeStartObject();
            for (long left = decoder.readMapStart(); left > 0; left = decoder.mapNext()) {
                for (long i = 0; i < left; i++) {
                    json.writeFieldName(text());
                    value(values);
                }
            }
            json.writeEndObject();
        }

        private void members(Schema schema) throws IOException {
            json.writeStartObject();
            for (var field : schema.getFields()) {
                json.writeFieldName(field.name());
                value(field.schema());
            }
            json.writeEndObject();
        }
    }
}
