package io.tidings.worker.partition;

import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.order.OrderRecord;
import io.tidings.contract.order.OrderRecord.Waiting;
import io.tidings.contract.order.OrderedKey;
import io.tidings.worker.order.BlockedKey;
import io.tidings.worker.order.KeyChains;
import io.tidings.worker.order.KeyChains.Place;
import io.tidings.worker.order.KeyChains.Step;
import io.tidings.worker.schedule.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries with an order key of one partition number, in {@code deliveries} and all tiers (B-LANE-2). Confined to
 * the poll thread.
 */
public final class OrderedDeliveries {
    private final Table table;
    private final KeyChains<OrderedKey, PolledDelivery> chains;
    /** Of aborted transactions. */
    private List<ProducerRecord<byte[], byte[]>> givenBack = List.of();

    /**
     * The partition of the {@code order} topic.
     *
     * @param topicId of {@code deliveries}
     */
    public record Table(String topic, int number, String topicId) {}

    public OrderedDeliveries(Table table, Map<OrderedKey, BlockedKey> inherited, KeyChains.Bounds bounds) {
        this.table = table;
        this.chains = new KeyChains<>(inherited, bounds, PolledDelivery::bytes);
    }

    /**
     * Returns what follows for a delivery that is due.
     *
     * @param outlived whether all deliveries before it have expired, so that one of them that waits must be lost
     */
    public Step due(PolledDelivery polled, boolean outlived) {
        var order = order(polled);
        if (order == null) {
            return Step.TURN;
        }
        var place = order.place();
        if (place == null) {
            return chains.read(key(polled, order), polled.offset(), polled);
        }
        var again = new Place(place.sequence(), place.behind());
        return outlived
                ? chains.readAfterLoss(key(polled, order), again, polled)
                : chains.readAgain(key(polled, order), again, polled);
    }

    /** Returns the delivery as it is parked: with its place, if it has an order key. */
    public PolledDelivery placed(PolledDelivery polled) {
        var order = order(polled);
        return order == null || order.place() != null
                ? polled
                : placed(polled, order, chains.place(key(polled, order), polled.offset()));
    }

    private static PolledDelivery placed(PolledDelivery polled, DeliveryOrder order, Place place) {
        return polled.ordered(order.at(new DeliveryOrder.Place(place.sequence(), place.after())));
    }

    /** Returns until when the next delivery of the key waits; null if that is unknown. */
    public @Nullable Instant until(PolledDelivery polled) {
        var order = order(polled);
        return order == null ? null : chains.until(key(polled, order));
    }

    /**
     * @param placed in the outbox for the ladder
     * @param until it waits there
     */
    public void parked(PolledDelivery placed, Instant until) {
        var order = order(placed);
        if (order != null && order.place() != null) {
            chains.parked(
                    key(placed, order),
                    new Place(order.place().sequence(), order.place().behind()),
                    until);
        }
    }

    public void ended(PolledDelivery polled) {
        var order = order(polled);
        if (order != null) {
            var place = order.place();
            chains.ended(key(polled, order), place == null ? polled.offset() : place.sequence());
        }
    }

    /** Takes the deliveries whose turn has come. */
    public List<PolledDelivery> takeNext() {
        return chains.takeNext();
    }

    /** Takes the deliveries that no longer wait in memory, with their places. */
    public List<PolledDelivery> takeToPark() {
        var behind = chains.takeToPark();
        if (behind.isEmpty()) {
            return List.of();
        }
        var toPark = new ArrayList<PolledDelivery>();
        for (var each : behind) {
            var order = order(each.delivery());
            if (order != null) {
                toPark.add(placed(each.delivery(), order, each.place()));
            }
        }
        return toPark;
    }

    /** Returns whether a transaction must write the table. */
    public boolean changed() {
        return chains.changed() || !givenBack.isEmpty();
    }

    /** Takes the changes of the table. */
    List<ProducerRecord<byte[], byte[]>> takeRows() {
        var rows = new ArrayList<>(givenBack);
        givenBack = List.of();
        chains.takeChanges().forEach((key, state) -> rows.add(row(key, state)));
        return rows;
    }

    /** Takes back the rows of an aborted transaction. */
    void giveBack(List<ProducerRecord<byte[], byte[]>> rows) {
        if (!rows.isEmpty()) {
            givenBack = rows;
        }
    }

    private ProducerRecord<byte[], byte[]> row(OrderedKey key, Optional<BlockedKey> state) {
        var value = state.map(each -> OrderRecord.value(new Waiting(table.topicId(), each.ended(), each.tail())));
        return new ProducerRecord<>(
                table.topic(),
                table.number(),
                null,
                OrderRecord.key(key),
                value.orElse(null),
                List.of(OrderRecord.headers()));
    }

    /** Returns whether so many keys are blocked that no new deliveries should be read. */
    public boolean full() {
        return chains.full();
    }

    /** Null for a delivery without order. */
    private static @Nullable DeliveryOrder order(PolledDelivery polled) {
        var order = polled.delivery().order();
        return order == null || (order.place() == null && polled.from().origin() == Origin.TIERS) ? null : order;
    }

    private static OrderedKey key(PolledDelivery polled, DeliveryOrder order) {
        return new OrderedKey(polled.subscription(), polled.delivery().uid(), order.key());
    }
}
