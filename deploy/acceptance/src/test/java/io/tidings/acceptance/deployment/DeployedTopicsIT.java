package io.tidings.acceptance.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics made from the manifests are what the programs need, so that they may be forbidden to make any. */
class DeployedTopicsIT {
    private static final int PARTITIONS = 8;

    @TempDir
    private Path folder;

    @Test
    void theProgramsAreContentWithTheTopicsOfTheManifests() throws Exception {
        try (var broker = LocalBroker.start(LocalBroker.Settings.in(folder));
                var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            var made = DeployFolder.objects("KafkaTopic").stream()
                    .map(DeployedTopicsIT::onOneBroker)
                    .toArray(NewTopic[]::new);
            TestTopics.create(admin, made);
            var clients = KafkaClients.of(broker.bootstrapServers());

            int partitions = new TopicProvisioner(clients, new Topics(Topics.DEFAULT_PREFIX))
                    .provision(PARTITIONS, 1, Duration.ofMinutes(5), TimeScale.REAL);

            assertThat(partitions).isEqualTo(PARTITIONS);
            Set<String> all = admin.listTopics().names().get();
            assertThat(all)
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(made).map(NewTopic::name).toList());
        }
    }

    private static NewTopic onOneBroker(JsonNode manifest) {
        var settings = new HashMap<String, String>();
        manifest.at("/spec/config")
                .properties()
                .forEach(each -> settings.put(each.getKey(), each.getValue().asText()));
        settings.remove("min.insync.replicas");
        return new NewTopic(
                        manifest.at("/metadata/name").asText(),
                        manifest.at("/spec/partitions").intValue(),
                        (short) 1)
                .configs(settings);
    }
}
