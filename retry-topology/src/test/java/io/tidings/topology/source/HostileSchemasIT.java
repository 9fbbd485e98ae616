package io.tidings.topology.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.topic.SchemaUnavailable;
import io.tidings.contract.topic.UnreadableValue;
import io.tidings.testbed.HostileInput;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** #32: any schema of a registry and any value with it is JSON within the limit of an event, or unreadable by a sentence. */
class HostileSchemasIT {
    private static final String[] SCHEMAS = {
        """
        {"type":"record","name":"Order","namespace":"a.b","doc":"d","aliases":["O"],"fields":[
          {"name":"number","type":"long","default":7},
          {"name":"note","type":["null","string"],"default":null},
          {"name":"kind","type":{"type":"enum","name":"Kind","symbols":["PLACED","PAID"]}},
          {"name":"lines","type":{"type":"array","items":{"type":"record","name":"Line","fields":[
            {"name":"sku","type":"string"},{"name":"again","type":["null","Line"]}]}}},
          {"name":"labels","type":{"type":"map","values":["null","boolean"]}},
          {"name":"hash","type":{"type":"fixed","name":"Hash","size":2}}]}\
        """,
        "{\"type\":\"array\",\"items\":\"null\"}",
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"r\",\"type\":\"R\"}]}",
        "{\"type\":\"map\",\"values\":{\"type\":\"array\",\"items\":\"double\"}}",
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":9,\"scale\":2}",
        "{\"type\":\"fixed\",\"name\":\"U\",\"size\":16,\"logicalType\":\"uuid\"}",
        "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}",
        "[\"null\",\"int\",{\"type\":\"string\",\"logicalType\":\"uuid\"}]"
    };

    /** Of the first schema, with lines and labels, and of others. */
    private static final String[] VALUES = {
        "\u000e\u0002\u0004ab\u0000\u0004\u0002a\u0000\u0002b\u0002\u0002\u0002c\u0000\u0000\u0002\u0002x\u0000\u0000hh",
        "\u0002\u0002\u0002\u0002\u0000",
        "\u0010\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0001",
        "\u007f\u007f\u007f\u007f\u007f\u0001\u0000",
        "0123456789abcdef"
    };

    private final StandInRegistry server = new StandInRegistry();
    private final SchemaRegistry registry =
            SchemaRegistry.of(new RegistryConfig(server.url(), null, null), InstantSource.system());
    private int id;

    HostileSchemasIT() throws IOException {}

    @AfterEach
    void close() {
        registry.close();
        server.close();
    }

    @Test
    void aValueIsJsonOrUnreadable() {
        HostileInput.few(200, this::read);
    }

    @Tag("long")
    @Test
    void eachOfManyValuesIsJsonOrUnreadable() {
        HostileInput.many(Duration.ofSeconds(10), this::read);
    }

    private void read(HostileInput input) {
        var schema = "{\"schema\":\""
                + new String(JsonStringEncoder.getInstance().quoteAsString(input.textLike(SCHEMAS))) + "\"}";
        server.says("/schemas/ids/" + ++id, 200, input.random().nextInt(10) == 0 ? input.textLike(schema) : schema);
        for (int i = 0; i < 5; i++) {
            try {
                assertThat(registry.json(id, input.like(VALUES), 0))
                        .hasSizeLessThanOrEqualTo(EventLimits.MAX_EVENT_BYTES);
            } catch (UnreadableValue e) {
                assertThat(e.sentence()).isNotBlank();
            } catch (SchemaUnavailable e) {
                assertThat(e).hasMessageContaining("schema registry");
            }
        }
    }
}
