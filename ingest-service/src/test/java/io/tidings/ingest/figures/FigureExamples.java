package io.tidings.ingest.figures;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsRecord;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Subscriptions, and the counts of their deliveries. */
final class FigureExamples {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final String NOTHING = "";

    final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    final CountsTable counts = new CountsTable();
    private int slot;

    static CountedSubscription counted(String topic, String name) {
        return new CountedSubscription(new SubscriptionKey(topic, name), "u-" + name);
    }

    /** @param more members of its properties, after a comma */
    TableChange subscribe(String topic, String name, String more) {
        var headers = new RecordHeaders();
        HeaderText.set(headers, HeaderNames.SUBSCRIPTION_UID, "u-" + name);
        HeaderText.set(headers, HeaderNames.PROVISIONING_STATE, "Succeeded");
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://x.example"}}%s}}\
            """.formatted(more);
        return table.readSubscription(topic + "/" + name, headers, json.getBytes(UTF_8), 1);
    }

    TableChange remove(String topic, String name) {
        return table.readSubscription(topic + "/" + name, new RecordHeaders(), null, 2);
    }

    void count(CountedSubscription subscription, long taken, long delivered, long deadLettered) {
        var counted = new DeliveryCounts(taken, 0, delivered, deadLettered, 0, NOON, NOON);
        var record = new CountsRecord(slot++, Map.of(subscription, counted));
        assertThat(counts.read(0, record.key(), record.value())).isEmpty();
    }
}
