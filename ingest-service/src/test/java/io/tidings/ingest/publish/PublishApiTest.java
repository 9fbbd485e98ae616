package io.tidings.ingest.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.PublishLimits;
import io.tidings.ingest.access.PublisherAuth;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-PUB-2, without Kafka. */
class PublishApiTest {
    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));

    /** It takes as long to judge as one that is accepted. */
    @Test
    void aRequestThatIsRefusedCountsForTheRates() {
        table.readTopic("orders", new RecordHeaders(), "{}".getBytes(UTF_8), 0);
        var rates = new PublishRates(new PublishLimits(0, 1), () -> 1);
        assertThat(status(rates, "[{}]")).isEqualTo(400);
        assertThat(status(rates, "[{}]")).isEqualTo(429);
    }

    @SuppressWarnings("NullAway") // nothing is appended
    private int status(PublishRates rates, String body) {
        var api = new PublishApi(
                table,
                new PublisherAuth(false, true, List.of()),
                new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)),
                null,
                rates,
                new PublishMetrics(new SimpleMeterRegistry()),
                Clock.systemUTC());
        var request = new Request(
                "POST",
                "/topics/orders/api/events",
                "",
                "localhost",
                false,
                "127.0.0.1",
                Map.of("content-type", "application/json"),
                () -> new Body.Whole(body.getBytes(UTF_8)));
        return api.respond("orders", request).status();
    }
}
