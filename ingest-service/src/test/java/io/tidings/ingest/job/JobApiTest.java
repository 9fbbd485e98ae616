package io.tidings.ingest.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import io.tidings.contract.topic.KafkaSource;
import io.tidings.contract.topic.SourceFormat;
import io.tidings.contract.topic.SourceMapping;
import io.tidings.contract.topic.SourceStart;
import org.junit.jupiter.api.Test;

class JobApiTest {
    /** #31: a replay of such a topic found nothing, and did not say why. */
    @Test
    void theRefusalOfAReplayOfASourceSaysWhatToDo() {
        assertThat(refusal(SourceStart.LATEST))
                .startsWith("kind: must not be replay for a topic with a source")
                .contains("Kafka topic shop.orders", "consumer group tidings.sources for shop.orders");
    }

    @Test
    void theRefusalOfAReplayOfASourceSaysThatANewSubscriptionMayBeginInThePast() {
        assertThat(refusal(SourceStart.EARLIEST))
                .contains(
                        "create a subscription with a new name: because properties.tidings.source.start of the topic is"
                                + " earliest, it gets all that shop.orders still holds");
        assertThat(refusal(SourceStart.LATEST))
                .contains(
                        "set properties.tidings.source.start of the topic to earliest, then create a subscription with"
                                + " a new name: it gets all that shop.orders still holds");
    }

    private static String refusal(SourceStart start) {
        var source = new KafkaSource("shop.orders", SourceFormat.JSON, start, SourceMapping.NONE);
        return JobApi.notReplayed(source, new Topics("tidings.")).toString();
    }
}
