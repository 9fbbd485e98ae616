package io.tidings.testbed.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.broker.LocalBroker.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalBrokerIT {
    private static final String TOPIC = "orders";

    @TempDir
    Path data;

    @Test
    void whatIsProducedIsConsumed() throws Exception {
        try (var broker = LocalBroker.start(Settings.in(data))) {
            createTopic(broker);
            produce(broker, "one", "two");

            assertThat(consume(broker, 2)).containsExactly("one", "two");
        }
    }

    @Test
    void dataAndClusterIdSurviveARestart() throws Exception {
        String clusterId;
        int port;
        try (var broker = LocalBroker.start(Settings.in(data))) {
            createTopic(broker);
            produce(broker, "before");
            clusterId = clusterId(broker);
            port = broker.port();
        }
        try (var broker = LocalBroker.start(Settings.in(data).withPort(port))) {
            produce(broker, "after");

            assertThat(consume(broker, 2)).containsExactly("before", "after");
            assertThat(clusterId(broker)).isEqualTo(clusterId);
            assertThat(broker.bootstrapServers()).isEqualTo("localhost:" + port);
        }
    }

    @Test
    void aTransactionIsCommitted() throws Exception {
        try (var broker = LocalBroker.start(Settings.in(data))) {
            createTopic(broker);
            try (var producer = producer(broker, Map.of("transactional.id", "t"))) {
                producer.initTransactions();
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(TOPIC, "in a transaction")).get();
                producer.commitTransaction();
            }

            assertThat(consume(broker, 1)).containsExactly("in a transaction");
        }
    }

    @Test
    void aTakenPortIsNamed() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            var settings = Settings.in(data).withPort(other.getLocalPort());

            assertThatExceptionOfType(BrokerStartException.class)
                    .isThrownBy(() -> LocalBroker.start(settings))
                    .withMessage(
                            "Port %d on localhost is taken, stop what listens there or choose another port.",
                            other.getLocalPort());
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        var file = Files.createFile(data.resolve("file"));
        var below = file.resolve("data");

        assertThatExceptionOfType(BrokerStartException.class)
                .isThrownBy(() -> LocalBroker.start(Settings.in(below)))
                .withMessageStartingWith("The folder %s cannot be written by ", below)
                .withMessageEndingWith(", change its permissions or choose another one.");
    }

    @Test
    void aFolderInUseIsNamedAndItsBrokerGoesOn() throws Exception {
        try (var broker = LocalBroker.start(Settings.in(data))) {
            assertThatExceptionOfType(BrokerStartException.class)
                    .isThrownBy(() -> LocalBroker.start(Settings.in(data)))
                    .withMessage(
                            "The folder %s is in use by another broker, stop that one or choose another folder.", data);

            createTopic(broker);
        }
    }

    @Test
    void aFolderOfSomethingElseIsNamed() throws IOException {
        Files.createDirectory(data.resolve("photographs"));

        assertThatExceptionOfType(BrokerStartException.class)
                .isThrownBy(() -> LocalBroker.start(Settings.in(data)))
                .withMessage(
                        "The folder %s holds something else than a broker's data, empty it or choose another one.",
                        data);
    }

    @Test
    void aRecordOfTwoMebibytesIsTaken() throws Exception {
        try (var broker = LocalBroker.start(Settings.in(data))) {
            createTopic(broker);
            try (var producer = producer(broker, Map.of("max.request.size", 3 << 20))) {
                producer.send(new ProducerRecord<>(TOPIC, "x".repeat(2 << 20))).get();
            }

            assertThat(consume(broker, 1))
                    .singleElement()
                    .satisfies(v -> assertThat(v).hasSize(2 << 20));
        }
    }

    @Test
    void aPropertyKafkaRefusesIsNamed() {
        assertThatExceptionOfType(BrokerStartException.class)
                .isThrownBy(() -> LocalBroker.start(Settings.in(data).with("num.io.threads", "none")))
                .withMessageStartingWith("Kafka refuses a broker property, correct it: ")
                .withMessageContaining("num.io.threads");
    }

    private static void createTopic(LocalBroker broker) throws Exception {
        try (var admin = admin(broker)) {
            TestTopics.create(admin, new NewTopic(TOPIC, 1, (short) 1));
        }
    }

    private static String clusterId(LocalBroker broker) throws Exception {
        try (var admin = admin(broker)) {
            return admin.describeCluster().clusterId().get();
        }
    }

    private static void produce(LocalBroker broker, String... values) throws Exception {
        try (var producer = producer(broker, Map.of())) {
            for (var value : values) {
                producer.send(new ProducerRecord<>(TOPIC, value)).get();
            }
        }
    }

    private static List<String> consume(LocalBroker broker, int count) {
        var values = new ArrayList<String>();
        var config = Map.<String, Object>of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "group.id",
                "readers",
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest");
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            await().until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(r -> values.add(r.value()));
                return values.size() >= count;
            });
        }
        return values;
    }

    private static Admin admin(LocalBroker broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static KafkaProducer<String, String> producer(LocalBroker broker, Map<String, Object> more) {
        var config = new HashMap<>(more);
        config.put("bootstrap.servers", broker.bootstrapServers());
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }
}
