package io.tidings.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** #35 */
class TopicViewTest {
    private static String shown(String json) throws JsonProcessingException {
        return TopicView.text((ObjectNode) new ObjectMapper().readTree(json));
    }

    @Test
    void whatATopicDoesNotSayIsShownWithItsDefault() throws JsonProcessingException {
        assertThat(shown("""
            {"id":"/t/orders","name":"orders","type":"t","properties":{"inputSchema":"EventGridSchema",
             "provisioningState":"Succeeded","endpoint":"http://localhost:8080/topics/orders/api/events"}}
            """)).isEqualTo("""
                TOPIC            orders
                takes events at  http://localhost:8080/topics/orders/api/events
                input schema     EventGridSchema (default)
                mapping          none (default)
                source           none (default)
                partitioned by   the partitionkey of CloudEvents, if they have one (default)
                repeated events  delivered (default)
                masked values    none (default)
                publishers show  a key or a token (default)
                check of data    off (default)
                events a second  as publish.max.rate.per.topic of ingest-service says (default)
                bytes a second   as publish.max.byte.rate.per.topic of ingest-service says (default)

                id               /t/orders
                """);
    }

    @Test
    void whatATopicSaysIsShownInWordsAndTheRestByItsPath() throws JsonProcessingException {
        assertThat(shown("""
            {"name":"orders","tags":{"team":"shop"},"properties":{"inputSchema":"CustomEventSchema",
             "inputSchemaMapping":{"inputSchemaMappingType":"Json","properties":{"id":{"sourceField":"number"},
              "eventType":{"sourceField":"kind","defaultValue":"Order.Placed"}}},
             "disableLocalAuth":true,"provisioningState":"Succeeded","provisioningError":"the record is of a later release",
             "endpoint":"http://localhost:8080/topics/orders/api/events",
             "tidings":{"source":{"kafkaTopic":"shop.orders","format":"json","mapping":{"id":{"sourceField":"kafka.key"}}},
              "partitionBy":"subject","deduplicate":{"by":"subject","window":"PT10M"},"mask":["/data/card"],"limits":{"publishEventsPerSecond":100}}}}
            """)).isEqualTo("""
                TOPIC                  orders
                problem                the record is of a later release
                takes events at        http://localhost:8080/topics/orders/api/events
                input schema           CustomEventSchema
                mapping                id: number
                                       eventType: kind, or Order.Placed
                source                 the Kafka topic shop.orders
                format of the source   json
                start of the source    latest (default)
                mapping of the source  id: kafka.key
                partitioned by         subject
                repeated events        dropped if one with the same subject came within PT10M before
                masked values          /data/card
                publishers show        a token only
                check of data          off (default)
                events a second        100
                bytes a second         as publish.max.byte.rate.per.topic of ingest-service says (default)

                tags.team              shop
                """);
    }
}
