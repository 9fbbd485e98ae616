package io.tidings.topology;

import static io.tidings.topology.DrivenTopology.NOON;
import static io.tidings.topology.DrivenTopology.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.deduplication.Deduplication;
import io.tidings.topology.deduplication.KnownKeys;
import io.tidings.topology.match.EventMatching;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.PassedMarkers;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.TableProgress;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class MatchProcessorTest {
    private final MockProcessorContext<LanedKey, byte[]> context = new MockProcessorContext<>();
    private final MatchProcessor processor = processor();
    private long offset;

    /** A crash may write them again, and workers remember some thousands (B-DEL-1). */
    @Test
    void noMoreThanFourThousandRecordsAreWrittenBetweenTwoCommits() {
        processor.init(context);
        for (int round = 0; round < 3; round++) {
            process(3_999);
            assertThat(context.committed()).isFalse();
            process(1);
            assertThat(context.committed()).isTrue();
            context.resetCommit();
            context.resetForwards();
        }
    }

    /** Each leads to one record, because none names its topic. */
    private void process(int records) {
        for (int i = 0; i < records; i++) {
            context.setRecordMetadata(TOPICS.events(), 0, offset++);
            processor.process(new Record<>(new byte[1], new byte[1], NOON.toEpochMilli()));
        }
    }

    private static MatchProcessor processor() {
        var metrics = new MatchMetrics(new SimpleMeterRegistry(), SubscriptionDetail.ALL);
        var index = new MatchIndex();
        var tables = new ResourceTables(
                new ResourceTable(new SubscriptionJson(new EndpointRules(false))),
                index,
                new TableProgress(TOPICS.topics(), () -> 0, Duration.ZERO),
                new TableProgress(TOPICS.subscriptions(), () -> 0, Duration.ZERO),
                metrics,
                _ -> {});
        var decoder = new EventDecoder(
                TOPICS, null, index::input, new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))));
        return new MatchProcessor(
                decoder,
                tables,
                _ -> true,
                _ -> true,
                new Deduplication((_, _, _) -> {}, new KnownKeys(1, new SimpleMeterRegistry()), Map::of),
                new PassedMarkers(),
                new EventMatching(tables, metrics, () -> NOON, Tracing.off()));
    }
}
