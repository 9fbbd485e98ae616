package io.tidings.export.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.event.TopicIds;
import io.tidings.export.blob.BlobReaders;
import io.tidings.export.source.JobSources;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobRunnerTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** #31: only a line in the log said so. */
    @Test
    void anInstanceThatCanRunNoJobAnyMoreIsNotReady() {
        var refused = Map.of("max.poll.records", "many");
        var clients = new KafkaClients("127.0.0.1:1", Map.of(), refused, Map.of(), Map.of());
        var blobs = new BlobReaders(Map.of(), null, Duration.ofSeconds(1));
        var sources = new JobSources(
                clients,
                new Topics("tidings."),
                new TopicIds(TopicIds.DEFAULT_FORMAT),
                null,
                blobs,
                AllowedContainers.ANY);
        var producer = clients.producer(Map.of());
        try (var runner = JobRunner.start(sources, producer, InstantSource.system(), registry)) {
            await().until(() -> !runner.ready());
            assertThat(registry.get("tidings.session.failed")
                            .tag("program", "job-runner")
                            .gauge()
                            .value())
                    .isOne();
        } finally {
            producer.close(Duration.ZERO);
        }
    }
}
