package io.tidings.worker.webhook;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.newDelivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.record.DeliveryHeaders;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-AUTH-1: by its id an endpoint recognises a request that it has had. */
class WebhookIdTest {
    private static final Delivery FIRST = from("tidings.events", 0, 1, NOON);
    private static final Delivery SECOND = from("tidings.events", 0, 2, NOON);

    @Test
    void anIdIsADigestWithoutADot() {
        assertThat(id(FIRST)).matches("msg_[A-Za-z0-9_-]{32}");
    }

    /** Owners change with releases: another way to make ids would repeat deliveries under other ids. */
    @Test
    void theIdOfADeliveryNeverChanges() {
        assertThat(id(newDelivery())).isEqualTo("msg_jrp151_rS6i9rq99Oeo2337A6bZeKlpE");
    }

    @Test
    void allAttemptsHaveTheSameId() {
        var retried = FIRST.at(new RetryState(3, 1, NOON.plusSeconds(60), null));
        assertThat(id(retried)).isEqualTo(id(FIRST));
    }

    @Test
    void theNextOwnerMakesTheSameIdOfTheRecord() {
        var headers = new RecordHeaders(DeliveryHeaders.write(FIRST, NOON.plusSeconds(9)));
        assertThat(DeliveryHeaders.read(headers))
                .isInstanceOfSatisfying(
                        DeliveryHeaders.Read.Valid.class,
                        read -> assertThat(id(read.delivery())).isEqualTo(id(FIRST)));
    }

    @Test
    void everyDeliveryHasAnIdOfItsOwn() {
        assertThat(List.of(
                        id(FIRST),
                        id(SECOND),
                        id(from("tidings.events", 1, 1, NOON)),
                        id(from("tidings.events.orders", 0, 1, NOON)),
                        id(again(FIRST, "uid-of-the-next-subscription"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void aRedrivenDeliveryHasAnotherIdEachTime() {
        var once = FIRST.redriven(FIRST.uid(), 1, NOON.plusSeconds(60));
        var twice = once.redriven(FIRST.uid(), 1, NOON.plusSeconds(60));
        assertThat(List.of(id(FIRST), id(once), id(twice))).doesNotHaveDuplicates();
        assertThat(id(once.at(new RetryState(2, 0, NOON, null)))).isEqualTo(id(once));
    }

    /** Otherwise an endpoint that remembers ids would drop the events of a topic that was created again. */
    @Test
    void anOffsetThatOccursTwiceMakesTwoIds() {
        assertThat(id(from("tidings.events", 0, 1, NOON.plusMillis(1)))).isNotEqualTo(id(FIRST));
    }

    @Test
    void aBatchHasTheIdOfItsMembersInTheirOrder() {
        assertThat(id(FIRST, SECOND)).isEqualTo(id(FIRST, SECOND));
        assertThat(List.of(id(FIRST), id(FIRST, SECOND), id(SECOND, FIRST), id(SECOND), id(FIRST, FIRST)))
                .doesNotHaveDuplicates();
    }

    private static String id(Delivery... deliveries) {
        return WebhookId.of(List.of(deliveries)).text();
    }

    private static Delivery again(Delivery like, String uid) {
        return new Delivery(like.subscription(), uid, like.event(), like.subscriptionsRead(), like.retryState());
    }

    private static Delivery from(String topic, int partition, long offset, Instant published) {
        var like = newDelivery();
        var source = new EventSource(topic, partition, offset);
        return new Delivery(
                like.subscription(),
                like.uid(),
                new DeliveredEvent(EventSchema.EVENT_GRID, "event-1", null, published, source, null),
                like.subscriptionsRead(),
                RetryState.START);
    }
}
