package io.tidings.export.write;

import static io.tidings.export.Examples.NOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.SubscriptionKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** B-DLQ-7: consumers can recognise a second event of one blob. */
class BlobCreatedTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    @Test
    void theSameBlobHasTheSameIdWheneverItIsWrittenAndAnotherHasAnother() throws IOException {
        created("a.json", NOON);
        created("a.json", NOON.plusSeconds(600));
        created("b.json", NOON);
        var ids = new ArrayList<String>();
        for (var record : producer.history()) {
            ids.add(new ObjectMapper().readTree(record.value()).path("id").textValue());
        }
        assertThat(ids.get(0)).isEqualTo(ids.get(1)).isNotEqualTo(ids.get(2));
    }

    @Test
    void theEventsOfABlobStayInOrder() {
        created("a.json", NOON);
        assertThat(producer.history().getFirst().key())
                .isEqualTo("/blobServices/default/containers/dead/blobs/a.json".getBytes(UTF_8));
    }

    /** A subscription of the notices that fails would have a notice for each of its own, for ever. */
    @Test
    void aBlobOfDeadLetteredNoticesHasNoNotice() {
        created(new SubscriptionKey("blobs", "to-crm"), "a.json", NOON);
        assertThat(producer.history()).isEmpty();
    }

    private void created(String name, Instant now) {
        created(new SubscriptionKey("orders", "to-crm"), name, now);
    }

    private void created(SubscriptionKey of, String name, Instant now) {
        new BlobCreated(producer, "tidings.events", "blobs", () -> now)
                .created(of, "dead", name, "https://one.blob.core.windows.net/dead/" + name, 17);
    }
}
