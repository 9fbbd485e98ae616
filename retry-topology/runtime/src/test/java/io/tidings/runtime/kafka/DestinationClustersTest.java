package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.Topics;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

class DestinationClustersTest {
    private static final Topics OWN = new Topics("tidings.");

    @Test
    void aClusterHasItsOwnClientSettings() {
        var settings = settings(Map.of(
                "destination.kafka.Orders", "shop.orders",
                "destination.kafka.Orders.cluster", "azure",
                "destination.kafka.bills", "shop.bills",
                "destination.cluster.azure.bootstrap.servers", "hubs.example.com:9093",
                "destination.cluster.azure.security.protocol", "SASL_SSL"));
        var destinations = AllowedDestinations.of(settings, OWN);
        assertThat(destinations.clusterOf(hub("orders"))).contains("azure");
        assertThat(destinations.topicOf(hub("orders"))).contains("shop.orders");
        assertThat(destinations.clusterOf(hub("bills"))).isEmpty();
        var azure = DestinationClusters.of(settings, destinations).byName().get("azure");
        assertThat(azure.bootstrapServers()).isEqualTo("hubs.example.com:9093");
        assertThat(azure.all()).containsEntry("security.protocol", "SASL_SSL");
    }

    @Test
    void problemsNameTheSetting() {
        var settings = settings(Map.of(
                "destination.kafka.orders", "shop.orders",
                "destination.kafka.orders.cluster", "other",
                "destination.cluster.azure.acks", "1"));
        assertThatThrownBy(() -> DestinationClusters.of(settings, AllowedDestinations.of(settings, OWN)))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("destination.kafka.orders.cluster: \"other\" is no cluster")
                .hasMessageContaining("destination.cluster.azure.acks: cannot be set")
                .hasMessageContaining("destination.cluster.azure.bootstrap.servers: is not set");
    }

    private static Settings settings(Map<String, String> texts) {
        return Settings.of(new ConfigDef(), AllowedDestinations.PREFIXES, texts);
    }

    private static KafkaDestination hub(String name) {
        return new KafkaDestination("/subscriptions/1/eventhubs/" + name, List.of());
    }
}
