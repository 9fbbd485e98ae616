package io.tidings.worker.group;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.newDelivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.runtime.kafka.KafkaClients;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Decision 3: what was delivered before is recognised as far as it can be read. */
class DuplicateScanTest {
    private static final TopicPartition PARTITION = new TopicPartition("tidings.deliveries", 3);

    /** What it does not know of is delivered twice at worst; by a worker that ended, not at all. */
    @Test
    void anOwnerThatCannotReadTheRecordsBeforeStartsWithoutThem() {
        var unusable = KafkaClients.of("a broker without a port");
        assertThatThrownBy(() -> unusable.consumer(Map.of())).isInstanceOf(KafkaException.class);
        var known = new DuplicateScan(unusable).before(Map.of(PARTITION, 100L));
        assertThat(known).containsOnlyKeys(PARTITION);
        assertThat(known.get(PARTITION).recognise(newDelivery(), NOON.toEpochMilli()))
                .isFalse();
    }
}
