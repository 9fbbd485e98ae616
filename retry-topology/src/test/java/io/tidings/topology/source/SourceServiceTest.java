package io.tidings.topology.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.SourceDecoder;
import io.tidings.runtime.AllowedNames;
import io.tidings.runtime.kafka.AllowedSources;
import io.tidings.runtime.kafka.BrokerHealth;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.Examples;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.SourceMetrics;
import io.tidings.topology.match.TableProgress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-SOURCE-1: a program that reads no source any more does not look healthy. */
@Timeout(60)
class SourceServiceTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MatchMetrics matching = new MatchMetrics(registry, SubscriptionDetail.ALL);
    private final SourceMetrics metrics = new SourceMetrics(registry);

    /** #31: only a line in the log said so. */
    @Test
    void sourcesThatNoNewSessionCanReadAreNotReady() {
        try (var brokers = BrokerHealth.keep(KafkaClients.of("127.0.0.1:1"));
                var service = service(brokers)) {
            assertThat(service.ready()).as("without a source").isTrue();
            service.accept(Optional.of(tablesWithASource()));
            await().until(() -> !service.ready());
            assertThat(registry.get("tidings.session.failed")
                            .tag("program", "sources")
                            .gauge()
                            .value())
                    .isOne();
        }
    }

    /** #31: the alert fell silent as soon as the reader failed. */
    @Test
    void aSourceThatIsMissingStaysMissingWhileItsReaderFails() {
        try (var brokers = BrokerHealth.keep(KafkaClients.of("127.0.0.1:1"));
                var service = service(brokers)) {
            metrics.available(Map.of("shop", false));
            metrics.held("shop", 2);
            service.accept(Optional.of(tablesWithASource()));
            await().until(() -> !service.ready());
            assertThat(shown("tidings.source.missing")).isOne();
            assertThat(shown("tidings.source.held")).isEqualTo(2);
        }
    }

    private double shown(String gauge) {
        return registry.get(gauge).tag("topic", "shop").gauge().value();
    }

    /** A service whose clients cannot be made. */
    private SourceService service(BrokerHealth brokers) {
        var refused = Map.of("request.timeout.ms", "soon");
        var clients = new KafkaClients("127.0.0.1:1", Map.of(), Map.of(), Map.of(), refused);
        var clock = InstantSource.system();
        return new SourceService(
                new SourceSettings(
                        clients,
                        new Topics("tidings."),
                        new AllowedSources(new Topics("tidings."), AllowedNames.ANY),
                        "a"),
                new SourceDecoder(new TopicIds(TopicIds.DEFAULT_FORMAT), (_, _, _) -> {
                    throw new AssertionError("nothing is read");
                }),
                brokers,
                new SourceService.Telemetry(registry, matching, metrics, clock, Tracing.off(), new LoopWatch()));
    }

    private ResourceTables tablesWithASource() {
        var tables = new ResourceTables(
                new ResourceTable(new SubscriptionJson(new EndpointRules(false))),
                new MatchIndex(),
                new TableProgress("tidings.topics", () -> 0, Duration.ZERO),
                new TableProgress("tidings.subscriptions", () -> 0, Duration.ZERO),
                matching,
                _ -> {});
        var topics = new Topics("tidings.");
        var _ = tables.followed(topics)
                .reader()
                .read(new ConsumerRecord<>(topics.topics(), 0, 0, Examples.bytes("shop"), Examples.bytes("""
                    {"properties":{"inputSchema":"EventGridSchema","tidings":{"source":{"kafkaTopic":"orders","format":"json"}}}}\
                    """)));
        return tables;
    }
}
