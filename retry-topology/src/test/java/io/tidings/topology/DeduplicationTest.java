package io.tidings.topology;

import static io.tidings.topology.DrivenTopology.APPENDED;
import static io.tidings.topology.DrivenTopology.MOST_KEYS;
import static io.tidings.topology.DrivenTopology.TOPICS;
import static io.tidings.topology.DrivenTopology.delivery;
import static io.tidings.topology.Examples.CLOUD_EVENTS_TOPIC;
import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.cloudEvent;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.Examples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.HeaderNames;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.deduplication.FirstEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEDUP-3: which events are dropped because one like them came before. */
class DeduplicationTest {
    private DrivenTopology topology = shop("{}");

    @AfterEach
    void close() {
        topology.close();
    }

    private static DrivenTopology shop(String rule) {
        var shop = new DrivenTopology(Tracing.off());
        shop.putTopic("shop", bytes("""
            {"properties":{"inputSchema":"EventGridSchema","tidings":{"deduplicate":%s}}}\
            """.formatted(rule)));
        shop.putSubscription("shop/billing", "u1", subscription());
        return shop;
    }

    private void restart(String rule, List<FirstEvent> former) {
        topology.close();
        topology = shop(rule);
        topology.formerly(former);
    }

    private void publish(Instant appended, byte[] event, String... headers) {
        var all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 2, headers.length);
        all[0] = HeaderNames.TOPIC;
        all[1] = "shop";
        topology.publish(appended, event, all);
    }

    private void publish(String id, Duration after) {
        publish(APPENDED.plus(after), order(id));
    }

    private List<Long> delivered() {
        return topology.deliveries().stream()
                .map(record -> delivery(record).event().source().offset())
                .toList();
    }

    /** The third repeats the second, but that one was dropped itself. */
    @Test
    void theWindowBeginsWithTheEventThatWasDelivered() {
        publish("1", Duration.ZERO);
        publish("1", Duration.ofMinutes(50));
        publish("1", Duration.ofMinutes(100));
        publish("1", Duration.ofMinutes(159));
        publish("1", Duration.ofMinutes(160));
        assertThat(delivered()).containsExactly(0L, 2L, 4L);
    }

    @Test
    void aDroppedEventIsKeptWithTheOneThatItRepeats() {
        publish("1", Duration.ZERO);
        publish("1", Duration.ofSeconds(1));
        var kept = topology.rejected();
        assertThat(kept).hasSize(1);
        assertThat(kept.getFirst().value()).isEqualTo(order("1"));
        assertThat(text(kept.getFirst().headers(), HeaderNames.REASON)).isEqualTo("Duplicate");
        assertThat(text(kept.getFirst().headers(), HeaderNames.SOURCE)).isEqualTo("tidings.events-0@1");
        assertThat(text(kept.getFirst().headers(), HeaderNames.ERROR))
                .isEqualTo("has the id of tidings.events-0@0, which came less than PT1H before");
        assertThat(topology.count("tidings.duplicates", "topic", "shop")).isOne();
    }

    @Test
    void withoutTheRuleNothingIsReadOrKept() {
        topology.putTopic("shop", EVENT_GRID_TOPIC);
        publish("1", Duration.ZERO);
        publish("1", Duration.ZERO);
        assertThat(delivered()).containsExactly(0L, 1L);
        assertThat(topology.firstEvents()).isEmpty();
        assertThat(topology.logsRead()).isZero();
    }

    /** What one value was for is nothing that another one repeats. */
    @Test
    void anotherRuleForgetsWhatTheFormerHasFound() {
        publish(APPENDED, order("7", "placed", "/orders/1"));
        topology.putTopic("shop", bytes("""
            {"properties":{"inputSchema":"EventGridSchema","tidings":{"deduplicate":{"by":"subject"}}}}\
            """));
        publish(APPENDED, order("8", "placed", "7"));
        publish(APPENDED, order("9", "placed", "7"));
        assertThat(delivered()).containsExactly(0L, 1L);
    }

    @Test
    void eventsOfOtherTopicsAreOthers() {
        topology.putTopic("other", bytes("{\"properties\":{\"tidings\":{\"deduplicate\":{}}}}"));
        topology.putSubscription("other/billing", "u2", subscription());
        publish("1", Duration.ZERO);
        topology.publish(APPENDED, order("1"), HeaderNames.TOPIC, "other");
        topology.input(TOPICS.events("shop")).pipeInput(order("1"));
        assertThat(topology.keys()).containsExactly("shop/billing", "other/billing", "shop/billing");
    }

    /** The id of a CloudEvent is its producer's. */
    @Test
    void cloudEventsOfTwoSourcesMayHaveOneId() {
        topology.putTopic("shop", bytes(text(CLOUD_EVENTS_TOPIC).replace("}}", ",\"tidings\":{\"deduplicate\":{}}}}")));
        publish(APPENDED, cloudEvent("1"));
        publish(APPENDED, bytes(text(cloudEvent("1")).replace("/shop", "/depot")));
        publish(APPENDED, cloudEvent("1"));
        assertThat(delivered()).containsExactly(0L, 1L);
    }

    @Test
    void textsThatDifferInCaseAreOtherKeysAndEventsWithoutOneAreNeverDropped() {
        restart("{\"by\":\"/data/no\"}", List.of());
        for (var data : List.of("{\"no\":\"a\"}", "{\"no\":\"A\"}", "{\"no\":\"a\"}", "{}", "{}", "{\"no\":null}")) {
            publish(APPENDED, bytes(text(order("1")).replace("{\"n\":1.50}", data)));
        }
        assertThat(delivered()).containsExactly(0L, 1L, 3L, 4L, 5L);
        assertThat(topology.firstEvents()).hasSize(2);
    }

    /** Else it would be dropped as a repetition of itself. */
    @Test
    void anEventThatIsBroughtBackForOneSubscriptionIsNeverDropped() {
        publish("1", Duration.ZERO);
        publish(APPENDED, order("1"), HeaderNames.ONLY, "billing");
        publish("1", Duration.ofSeconds(1));
        assertThat(delivered()).containsExactly(0L, 1L);
    }

    @Test
    void theOldestOfTooManyKeysAreForgottenAndCounted() {
        for (int i = 0; i <= MOST_KEYS; i++) {
            publish("e" + i, Duration.ZERO);
        }
        publish("e1", Duration.ZERO);
        publish("e0", Duration.ZERO);
        assertThat(delivered()).hasSize(MOST_KEYS + 2).endsWith((long) MOST_KEYS + 2);
        assertThat(topology.count("tidings.deduplication.keys.evicted", "topic", "shop"))
                .isEqualTo(2);
    }

    /** The process ended before it committed any of them, so each is matched again. */
    @Test
    void anEventIsNoDuplicateOfItselfWhateverAFormerProcessHasWritten() {
        publish("1", Duration.ZERO);
        publish("1", Duration.ofMinutes(1));
        publish("1", Duration.ofHours(2));
        var written = topology.firstEvents();
        assertThat(written).extracting(FirstEvent::offset).containsExactly(0L, 2L);
        restart("{}", written);
        publish("1", Duration.ZERO);
        publish("1", Duration.ofMinutes(1));
        publish("1", Duration.ofHours(2));
        assertThat(delivered()).containsExactly(0L, 2L);
    }

    /** The window was shorter in the former process: what it has taken for a first event may be known to be one. */
    @Test
    void whatAFormerProcessTookForAFirstEventStaysOne() {
        restart("{\"window\":\"PT1M\"}", List.of());
        publish("1", Duration.ZERO);
        publish("1", Duration.ofMinutes(1));
        var written = topology.firstEvents();
        restart("{}", written);
        publish("1", Duration.ZERO);
        publish("1", Duration.ofMinutes(1));
        assertThat(delivered()).containsExactly(0L, 1L);
    }

    @Test
    void aNewOwnerKnowsWhatFormerOnesHaveDelivered() {
        publish("1", Duration.ZERO);
        publish("2", Duration.ofMinutes(1));
        var written = topology.firstEvents();
        restart("{}", written);
        publish(APPENDED, bytes("no event"));
        publish(APPENDED, bytes("no event"));
        publish("1", Duration.ofMinutes(2));
        publish("2", Duration.ofMinutes(61));
        assertThat(delivered()).containsExactly(3L);
        assertThat(topology.logsRead()).isOne();
    }

    /** Nothing says that it is a duplicate, or that it is none. */
    @Test
    void anEventIsMatchedLaterIfWhatFormerOwnersHaveWrittenCannotBeRead() {
        topology.formerFails(new TimeoutException("no broker"));
        assertThatThrownBy(() -> publish("1", Duration.ZERO)).rootCause().hasMessage("no broker");
        assertThat(topology.deliveries()).isEmpty();
        assertThat(topology.rejected()).isEmpty();
    }
}
