package io.tidings.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicCommandsTest {
    private static final String SHOWN =
            "{\"name\":\"orders\",\"properties\":{\"inputSchema\":\"EventGridSchema\",\"endpoint\":\"http://x\"}}";

    private final StubManagement server = new StubManagement().on("PUT /topics/orders", 201, SHOWN);
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aTopicGetsItsEventsFromAKafkaTopicOfOthers() {
        assertThat(cli.run(
                        "topic",
                        "create",
                        "orders",
                        "--source-kafka-topic",
                        "shop.orders.v1",
                        "--source-format",
                        "json",
                        "--source-start",
                        "earliest",
                        "--input-mapping-fields",
                        "id=kafka.headers.order-id",
                        "--input-mapping-default-values",
                        "eventtype=Order.Changed"))
                .isZero();
        assertThat(server.received().getLast().body()).isEqualTo("""
            {"properties":{"tidings":{"source":{"kafkaTopic":"shop.orders.v1","format":"json","start":"earliest",\
            "mapping":{"id":{"sourceField":"kafka.headers.order-id"},"eventType":{"defaultValue":"Order.Changed"}}}}}}\
            """);
    }

    /** #31: B-LANE-2. */
    @Test
    void aTopicIsPartitionedByAValueOfItsEvents() {
        assertThat(cli.run(
                        "topic",
                        "create",
                        "orders",
                        "--partition-by",
                        "subject",
                        "--mask",
                        "/data/card",
                        "--replace",
                        "--force"))
                .isZero();
        assertThat(server.received().getLast().line()).isEqualTo("PUT /topics/orders?force=true");
        assertThat(server.received().getLast().body())
                .isEqualTo("{\"properties\":{\"tidings\":{\"partitionBy\":\"subject\",\"mask\":[\"/data/card\"]}}}");
    }

    /** B-DEDUP-3. */
    @Test
    void aTopicDropsEventsThatRepeatOthers() {
        assertThat(cli.run(
                        "topic", "create", "orders", "--deduplicate-by", "/data/no", "--deduplicate-window", "PT10M"))
                .isZero();
        assertThat(server.received().getLast().body())
                .isEqualTo(
                        "{\"properties\":{\"tidings\":{\"deduplicate\":{\"by\":\"/data/no\",\"window\":\"PT10M\"}}}}");
    }

    /** B-IDENT-2. */
    @Test
    void aTopicRefusesKeys() {
        assertThat(cli.run("topic", "create", "orders", "--disable-local-auth")).isZero();
        assertThat(server.received().getLast().body()).isEqualTo("{\"properties\":{\"disableLocalAuth\":true}}");
    }

    /** #32 1.7. */
    @Test
    void aTopicLimitsItsPublishers() {
        assertThat(cli.run(
                        "topic",
                        "create",
                        "orders",
                        "--publish-events-per-second",
                        "100",
                        "--publish-bytes-per-second",
                        "1000000"))
                .isZero();
        assertThat(server.received().getLast().body())
                .isEqualTo("{\"properties\":{\"tidings\":{\"limits\":"
                        + "{\"publishEventsPerSecond\":100,\"publishBytesPerSecond\":1000000}}}}");
    }

    @Test
    void aDomainHasTheFlagsOfATopicForItsPublishersAndLimitsOfEachTopic() {
        server.on("PUT /domains/tenants", 201, SHOWN);
        assertThat(cli.run(
                        "domain",
                        "create",
                        "tenants",
                        "--disable-local-auth",
                        "--partition-by",
                        "subject",
                        "--publish-events-per-second",
                        "1000",
                        "--topic-publish-events-per-second",
                        "10",
                        "--topic-publish-bytes-per-second",
                        "20000"))
                .isZero();
        assertThat(server.received().getLast().body()).isEqualTo("""
            {"properties":{"disableLocalAuth":true,"tidings":{"partitionBy":"subject",\
            "limits":{"publishEventsPerSecond":1000},\
            "topicLimits":{"publishEventsPerSecond":10,"publishBytesPerSecond":20000}}}}\
            """);
    }

    @Test
    void aTopicWithoutASourceMapsCustomEvents() {
        assertThat(cli.run(
                        "topic",
                        "create",
                        "orders",
                        "--input-schema",
                        "CustomEventSchema",
                        "--input-mapping-fields",
                        "eventType=kind"))
                .isZero();
        assertThat(server.received().getLast().body()).isEqualTo("""
            {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",\
            "properties":{"eventType":{"sourceField":"kind"}}}}}\
            """);
    }
}
