package io.tidings.ingest.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import io.tidings.contract.source.KafkaSource;
import io.tidings.contract.source.SourceFormat;
import io.tidings.contract.source.SourceMapping;
import io.tidings.contract.source.SourceStart;
import org.junit.jupiter.api.Test;

class JobApiTest {
    /** #31: a replay of such a topic found nothing, and did not say why. */
    @Test
    void theRefusalOfAReplayOfASourceSaysWhatToDo() {
        var source = new KafkaSource("shop.orders", SourceFormat.JSON, SourceStart.LATEST, SourceMapping.NONE);
        assertThat(JobApi.notReplayed(source, new Topics("tidings.")).toString())
                .startsWith("kind: must not be replay for a topic with a source")
                .contains("Kafka topic shop.orders", "consumer group tidings.sources for shop.orders");
    }
}
