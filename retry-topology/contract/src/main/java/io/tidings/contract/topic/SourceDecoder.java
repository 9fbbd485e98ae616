package io.tidings.contract.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidings.contract.Hops;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.ParseResult.Invalid;
import io.tidings.contract.event.ParseResult.Valid;
import io.tidings.contract.event.RecordFields;
import io.tidings.contract.event.RecordOrigin;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.eventtype.Steps;
import io.tidings.contract.json.JsonValueView;
import io.tidings.contract.json.UnwantedJsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads the records of sources as events (B-SOURCE-1). Knows nothing but the schemas that it asks for. */
public final class SourceDecoder {
    /** A zero byte and the id of the writer's schema, in front of a value. */
    private static final int FRAME = 1 + Integer.BYTES;

    private final TopicIds ids;
    private final KafkaEvents events;
    private final WriterSchemas schemas;

    public SourceDecoder(TopicIds ids, WriterSchemas schemas) {
        this.ids = ids;
        this.events = new KafkaEvents(new EventReader(ids));
        this.schemas = schemas;
    }

    /**
     * @param topic that has the source
     * @throws SchemaUnavailable if the record must be read again later
     */
    public EventDecoder.Result read(Input topic, KafkaSource source, SourceRecord record) {
        if (Hops.tooMany(Hops.of(record.headers()))) {
            return new EventDecoder.Result.Rejected(RejectionReason.TOO_MANY_HOPS, Hops.REFUSAL);
        }
        var at = record.at();
        var fields = new RecordFields(
                at.kafkaTopic(), at.partition(), at.offset(), record.time(), record.key(), record.headers());
        var result = source.format().mapped()
                ? mapped(topic, source, record, fields)
                : events.read(topic, new RecordOrigin(at, record.time()), record.headers(), record.value());
        return switch (result) {
            case Valid valid ->
                new EventDecoder.Result.Decoded(topic.topic(), valid.only().from(fields));
            case Invalid(var reason, var sentence) -> new EventDecoder.Result.Rejected(reason, sentence);
        };
    }

    private ParseResult mapped(Input topic, KafkaSource source, SourceRecord record, RecordFields fields) {
        var value = record.value();
        if (value == null) {
            return new Invalid(RejectionReason.INVALID_JSON, "the record has no value");
        }
        if (value.length > EventLimits.MAX_EVENT_BYTES) {
            return tooLarge("value", value.length, EventLimits.MAX_EVENT_BYTES);
        }
        try {
            var json = JsonValueView.ofWhole(json(source.format(), value));
            var event = new MappedEvent(source.mapping(), record.at(), fields, json).of(ids.idOf(topic.topic()));
            int bytes = event.json().length;
            return bytes > EventLimits.MAX_DELIVERED_BYTES
                    ? tooLarge("event", bytes, EventLimits.MAX_DELIVERED_BYTES)
                    : topic.rules().applied(event, Steps.of(bytes));
        } catch (UnreadableValue e) {
            return new Invalid(RejectionReason.INVALID_EVENT, e.sentence());
        } catch (JsonProcessingException e) {
            return new Invalid(RejectionReason.INVALID_JSON, UnwantedJsonException.sentence(e));
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }

    private static Invalid tooLarge(String what, int bytes, int limit) {
        return new Invalid(
                RejectionReason.TOO_LARGE, "the " + what + " has " + bytes + " bytes, the limit is " + limit);
    }

    /** Returns the value as it is, if it is JSON. No JSON begins with a zero byte: one precedes a schema's id. */
    private byte[] json(SourceFormat format, byte[] value) throws UnreadableValue {
        boolean framed = value.length > FRAME && value[0] == 0;
        if (format != SourceFormat.AVRO) {
            return framed ? Arrays.copyOfRange(value, FRAME, value.length) : value;
        }
        if (!framed) {
            throw new UnreadableValue("the value does not begin with a zero byte and the 4 bytes of a schema id");
        }
        return schemas.json(ByteBuffer.wrap(value).getInt(1), value, FRAME);
    }
}
