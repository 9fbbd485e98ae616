package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decision 13: native settings reach the clients, but not those that promises rest on. */
class KafkaClientsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "producer.acks",
                "producer.enable.idempotence",
                "producer.transactional.id",
                "producer.value.serializer",
                "consumer.enable.auto.commit",
                "consumer.isolation.level",
                "consumer.auto.offset.reset",
                "consumer.group.id",
                "consumer.group.protocol",
                "consumer.partition.assignment.strategy",
                "consumer.group.instance.id",
                "consumer.key.deserializer",
                "kafka.acks",
                "kafka.isolation.level",
                "streams.processing.guarantee",
                "streams.application.id",
                "streams.group.protocol",
                "streams.main.consumer.auto.offset.reset",
                "streams.producer.acks"
            })
    void protectedSettingsCannotBeSet(String name) {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> clients(Map.of(name, "x")))
                .withMessageContaining(name + ": cannot be set, ");
    }

    @Test
    void everyProtectedSettingIsReportedAtOnce() {
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> clients(Map.of("producer.acks", "1", "consumer.group.id", "mine")))
                .withMessageContainingAll("producer.acks", "consumer.group.id");
    }

    @Test
    void otherNativeSettingsAreTheOwners() {
        var clients = clients(Map.of("producer.linger.ms", "5", "admin.client.retries", "7"));
        assertThat(clients.producers()).containsExactly(Map.entry("linger.ms", "5"));
        assertThat(clients.admins()).containsExactly(Map.entry("retries", "7"));
    }

    @Test
    void adminClientsGetTheirSettings() {
        assertThatExceptionOfType(KafkaException.class)
                .isThrownBy(
                        () -> clients(Map.of("admin.client.retries", "many")).admin())
                .withStackTraceContaining("retries");
    }

    private static KafkaClients clients(Map<String, String> more) {
        var values = new HashMap<>(more);
        values.put("bootstrap.servers", "127.0.0.1:1");
        var prefixes = new ArrayList<>(CommonSettings.CLIENT_PREFIXES);
        prefixes.add("streams.");
        return KafkaClients.of(Settings.of(CommonSettings.definitions(0), prefixes, values));
    }
}
