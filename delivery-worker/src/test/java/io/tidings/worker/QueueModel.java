package io.tidings.worker;

import static io.tidings.worker.Examples.BILLING;
import static io.tidings.worker.Examples.LANE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.lane.HandOutRecord;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.LockToken;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.worker.WaitingReader.Found;
import io.tidings.worker.desk.TokenAction;
import io.tidings.worker.desk.TokenResult;
import io.tidings.worker.dispatch.DispatcherFixture;
import io.tidings.worker.dispatch.Receive;
import io.tidings.worker.dispatch.Receive.Received;
import io.tidings.worker.dispatch.ReceivedEnd;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.Cut;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.OrderedDeliveries.Inherited;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.receive.HandOuts;
import io.tidings.worker.receive.HandOuts.Failure;
import io.tidings.worker.receive.HandOuts.Terms;
import io.tidings.worker.schedule.KeyQueues;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Workers that own one partition number with a queue, one after the other, their receivers, and a broker that has what is
 * committed. A worker may end between any two steps. All but Kafka, HTTP and threads is as in a worker.
 */
final class QueueModel implements AutoCloseable {
    private static final String UID = "uid";
    private static final Pattern ID = Pattern.compile("event-\\d+");
    private static final Terms TERMS = new Terms(Duration.ofMinutes(1), 3);
    private static final String QUEUE = """
        "eventDeliverySchema":"CloudEventSchemaV1_0","deliveryConfiguration":{"deliveryMode":"Queue",\
        "queue":{"receiveLockDurationInSeconds":60,"maxDeliveryCount":3}}%s\
        """.formatted(SubscriptionRecords.DEAD_LETTERS);

    private final RandomGenerator random;
    private final DispatcherFixture fixture = new DispatcherFixture(Map.of());
    private final DeliveryReader reader = new DeliveryReader();

    // at the broker
    private final List<byte[]> index = new ArrayList<>();
    private final TreeMap<Long, ProducerRecord<byte[], byte[]>> waiting = new TreeMap<>();
    private long waitingEnd;
    private long committed;
    private final Map<String, PolledDelivery> unappended = new LinkedHashMap<>();
    private final Set<String> deadLettered = new HashSet<>();
    private @Nullable Transaction underWay;

    // what receivers know
    private final List<Told> told = new ArrayList<>();
    private final Set<String> published = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Map<String, Instant> addedAt = new HashMap<>();

    private Owner owner;
    private long events;

    private record Asked(
            Told it,
            TokenAction action,
            Instant at,
            boolean valid,
            boolean settled,
            CompletableFuture<List<TokenResult>> answer) {}

    private record Transaction(List<Cut> cuts, List<ProducerRecord<byte[], byte[]>> snapshot) {}

    private static final class Told {
        private final String event;
        private final LockToken token;
        private final Instant first;
        private Instant until;
        /** Some answer is not known, and never will be: it may have ended. */
        private boolean unsure;

        /** One of these was an acknowledgement. */
        private boolean mayHaveEnded;

        private boolean settled;
        private int asked;

        private Told(String event, LockToken token, Instant first) {
            this.event = event;
            this.token = token;
            this.first = first;
            this.until = first.plus(TERMS.lock());
        }

        private boolean valid(Instant now) {
            return !unsure && !settled && asked == 0 && now.isBefore(until);
        }
    }

    private final class Owner implements Settlements.Ends {
        private final OrderedDeliveries order = inherit();
        private final AssignedPartition deliveries = deliveries(order);
        private final List<Runnable> reads = new ArrayList<>();
        private final List<Receive> receives = new ArrayList<>();
        private final Settlements settlements =
                new Settlements(this::read, fixture.dispatcher.handedOut(), this, fixture::now);
        private final List<Asked> asked = new ArrayList<>();
        private boolean loading;

        @Override
        public boolean end(PolledDelivery polled, ReceivedEnd end, int times, ClockReading now) {
            if (end == ReceivedEnd.REJECTED && random.nextInt(3) == 0) {
                order.goesOn(polled);
                return false;
            }
            return fixture.dispatcher.endReceived(polled, end, times, now);
        }

        @Override
        public void lost(Wanted wanted) {
            throw new AssertionError("lost: " + wanted);
        }

        private void read(TopicPartition partition, Collection<Long> offsets, Consumer<Found> report) {
            reads.add(() -> report.accept(random.nextInt(8) == 0 ? Found.NOTHING : found(offsets)));
        }

        private void load() {
            if (loading || !order.wantsLoads()) {
                return;
            }
            var wanted = order.takeWanted(1 + random.nextInt(20), lane -> fixture.dispatcher.room(lane, fixture.now()));
            if (!wanted.isEmpty()) {
                loading = true;
                read(
                        order.waiting().partition(),
                        wanted.stream().map(Wanted::offset).toList(),
                        found -> {
                            loading = false;
                            for (var each : wanted) {
                                var record = found.records().get(each.offset());
                                if (record != null || each.offset() < found.read()) {
                                    assertThat(order.loaded(each, record))
                                            .as("%s is there", each)
                                            .isTrue();
                                }
                            }
                            order.loadEnded(wanted);
                        });
            }
        }

        private void next() {
            for (var each : order.takeNext()) {
                if (each.from().polled()) {
                    append(order.exceeding(each, now()));
                } else {
                    addedAt.put(event(each.event()), now());
                    fixture.dispatcher.add(each, fixture.now());
                }
            }
        }

        private void append(List<KeyQueues.Appended<PolledDelivery>> appended) {
            for (var each : appended) {
                var record = order.waitingRecord(each.delivery(), now());
                order.appending(record, each.delivery());
                deliveries.results().finish(each.delivery().offset(), null, List.of(record), each.changes());
            }
        }

        private void arrives(PolledDelivery event) {
            var polled = new PolledDelivery(deliveries, event.offset(), event.delivery(), event.key(), event.event());
            deliveries.ledger().started(event.offset());
            switch (order.due(polled)) {
                case TURN -> append(order.exceeding(polled, now()));
                case APPEND -> append(order.append(polled, now()));
                case HELD -> {}
            }
        }
    }

    QueueModel(RandomGenerator random) {
        this.random = random;
        fixture.subscribe(SubscriptionRecords.succeeded(fixture.topics.subscriptions(), BILLING, UID, QUEUE));
        owner = new Owner();
    }

    private Instant now() {
        return fixture.now().wall();
    }

    void step() {
        switch (random.nextInt(36)) {
            case 0, 1, 2 -> publish();
            case 3, 4, 5 -> receive();
            case 6, 7, 8 -> owner.load();
            case 9, 10, 11 -> reads();
            case 12, 13 -> owner.next();
            case 14, 15, 16 -> advance();
            case 17, 18 -> settle(new TokenAction.Acknowledge());
            case 19 -> settle(new TokenAction.Reject());
            case 20 -> settle(new TokenAction.Renew());
            case 21 -> settle(new TokenAction.Release(Duration.ofSeconds(random.nextBoolean() ? 0 : 10)));
            case 22 -> settle(new TokenAction.TakeBack());
            case 23 -> fixture.moveClock(Duration.ofSeconds(random.nextInt(40)));
            case 24 -> fixture.moveClock(Duration.ofSeconds(random.nextInt(15) == 0 ? 3600 : 61));
            case 25, 26 -> cut();
            case 27, 28, 29 -> commit();
            case 30 -> abort();
            case 31 -> closeOne();
            case 32 -> rewrite();
            case 33 -> owner.settlements.giveUp(List.of(owner.order.waiting()), fixture.dispatcher::mostReceived);
            case 34 -> fixture.dispatcher.forgetRemoved(fixture.now());
            default -> {
                if (random.nextInt(3) == 0) {
                    endOfOwner();
                }
            }
        }
    }

    private void publish() {
        if (events > 12) {
            return;
        }
        var id = "event-" + events;
        var source = new EventSource("tidings.events", 0, events);
        var about = new DeliveredEvent(EventSchema.CLOUD_EVENTS, id, null, now(), source, null);
        int key = random.nextInt(4);
        var delivery = new Delivery(BILLING, UID, about, 1, RetryState.START)
                .ordered(key < 2 ? null : new DeliveryOrder("key-" + key, null));
        var polled = new PolledDelivery(
                owner.deliveries,
                events,
                delivery,
                BILLING.bytes(),
                "{\"id\":\"%s\"}".formatted(id).getBytes(UTF_8));
        events++;
        published.add(id);
        unappended.put(id, polled);
        owner.arrives(polled);
    }

    private void receive() {
        var receive = new Receive(UID, 1 + random.nextInt(4), now().plusSeconds(20));
        if (fixture.dispatcher.receivers().add(new Lane(BILLING, LANE.number()), receive)) {
            owner.receives.add(receive);
        }
    }

    private void closeOne() {
        if (!owner.receives.isEmpty()) {
            owner.receives.get(random.nextInt(owner.receives.size())).close();
        }
    }

    private void settle(TokenAction action) {
        if (!told.isEmpty()) {
            settle(told.get(random.nextInt(told.size())), action);
        }
    }

    private void settle(Told it, TokenAction action) {
        var asked = new Asked(
                it,
                action,
                now(),
                it.valid(now()),
                it.settled,
                owner.settlements
                        .settle(owner.order, UID, action, TERMS, List.of(it.token))
                        .toCompletableFuture());
        it.asked++;
        owner.asked.add(asked);
    }

    /** What receivers are told since. */
    private void hear(Owner from) {
        from.receives.removeIf(each -> {
            var answer = each.answer().toCompletableFuture();
            if (answer.isDone() && !answer.isCompletedExceptionally()) {
                answer.join().forEach(this::told);
            }
            return answer.isDone();
        });
        from.asked.removeIf(each -> {
            if (each.answer().isCompletedExceptionally()) {
                unknown(each);
            } else if (each.answer().isDone()) {
                each.it().asked--;
                answered(each, each.answer().join().getFirst());
            }
            return each.answer().isDone();
        });
    }

    private static void unknown(Asked each) {
        each.it().asked--;
        each.it().unsure = true;
        each.it().mayHaveEnded |= each.action() instanceof TokenAction.Acknowledge;
    }

    private void told(Received received) {
        var event = event(received.event());
        var now = now();
        assertThat(ended).as("%s has ended", event).doesNotContain(event);
        assertThat(told)
                .as("%s is told under a live lock", event)
                .noneMatch(each -> each.event.equals(event) && each.valid(now));
        assertThat(received.deliveryCount()).isLessThanOrEqualTo(TERMS.most());
        told.add(new Told(event, received.token(), Objects.requireNonNull(addedAt.get(event))));
    }

    private void answered(Asked asked, TokenResult result) {
        var it = asked.it();
        if (result.failure() != null) {
            assertThat(result.failure() == Failure.LOST && asked.valid())
                    .as("a valid token of %s is lost for %s", it.event, asked.action())
                    .isFalse();
            return;
        }
        assertThat(asked.settled())
                .as("a settled token of %s is good for %s", it.event, asked.action())
                .isFalse();
        switch (asked.action()) {
            case TokenAction.Acknowledge(), TokenAction.Reject() -> {
                it.settled = true;
                ended.add(it.event);
                assertThat(asked.action() instanceof TokenAction.Reject && !deadLettered.contains(it.event))
                        .as("%s is rejected without a dead letter", it.event)
                        .isFalse();
            }
            case TokenAction.Renew() -> {
                var last = it.first.plus(Duration.ofHours(1));
                var until = asked.at().plus(TERMS.lock());
                until = until.isAfter(last) ? last : until;
                it.until = until.isAfter(it.until) ? until : it.until;
            }
            case TokenAction.Release(var _), TokenAction.TakeBack() -> it.settled = true;
        }
        if (asked.action() instanceof TokenAction.Acknowledge) {
            acknowledged.add(it.event);
        }
    }

    private void reads() {
        if (!owner.reads.isEmpty()) {
            owner.reads.remove(random.nextInt(owner.reads.size())).run();
        }
    }

    private void advance() {
        fixture.dispatcher.receivers().advance(List.of(owner.order.waiting()), fixture.now());
        owner.settlements.advance();
    }

    private void rewrite() {
        var old = owner.order.before(waitingEnd - random.nextInt(3), 3);
        if (!old.isEmpty()) {
            var offsets = old.stream().map(Wanted::offset).toList();
            var it = owner;
            it.reads.add(() -> {
                var found = found(offsets);
                old.forEach(each -> {
                    var record = found.records().get(each.offset());
                    if (record != null) {
                        it.order.rewrite(each, record, now());
                    }
                });
            });
        }
    }

    private Found found(Collection<Long> offsets) {
        return new Found(
                offsets.stream()
                        .filter(waiting::containsKey)
                        .collect(Collectors.toMap(each -> each, each -> read(each, waiting.get(each)))),
                Long.MAX_VALUE);
    }

    private void cut() {
        if (underWay != null) {
            return;
        }
        var cuts = new ArrayList<Cut>();
        var partitions = new ArrayList<>(List.of(owner.deliveries, owner.order.waiting()));
        if (random.nextBoolean()) {
            Collections.reverse(partitions);
        }
        for (var each : partitions) {
            if (each.changed() && (cuts.isEmpty() || random.nextInt(4) > 0)) {
                cuts.add(each.results().cut(1 + random.nextInt(6), Long.MAX_VALUE));
            }
        }
        boolean whole = !cuts.isEmpty() && partitions.stream().noneMatch(AssignedPartition::changed);
        underWay = cuts.isEmpty()
                ? null
                : new Transaction(
                        cuts,
                        whole && random.nextInt(3) == 0
                                ? owner.order.snapshot(now())
                                : List.<ProducerRecord<byte[], byte[]>>of());
    }

    private void commit() {
        if (underWay == null) {
            return;
        }
        var transaction = underWay;
        underWay = null;
        for (var cut : transaction.cuts()) {
            for (var record : cut.records()) {
                owner.order.written(record, append(record));
            }
            owner.order.told(cut);
            cut.partition().results().committed(cut.position().offset());
            if (cut.partition() == owner.order.waiting()) {
                committed = cut.position().offset();
            }
        }
        transaction.snapshot().forEach(this::append);
        if (!transaction.snapshot().isEmpty()) {
            owner.order.snapshotWritten();
        }
    }

    private long append(ProducerRecord<byte[], byte[]> record) {
        if (record.topic().equals("tidings.waiting.index")) {
            index.add(record.value());
        } else if (record.topic().equals("tidings.waiting")) {
            unappended.remove(event(record.value()));
            waiting.put(waitingEnd, record);
            return waitingEnd++;
        } else if (record.topic().equals(fixture.topics.deadLetters())) {
            var event = event(record.value());
            assertThat(deadLettered.add(event))
                    .as("%s is a dead letter once", event)
                    .isTrue();
        } else {
            assertThat(record.topic()).isEqualTo(fixture.topics.attempts());
        }
        return 0;
    }

    private void abort() {
        if (underWay != null) {
            underWay.cuts().forEach(cut -> cut.partition().results().giveBack(cut));
            underWay = null;
        }
    }

    /** It is killed, or loses its session, or gives its number away after all is committed. */
    private void endOfOwner() {
        int way = random.nextInt(3);
        if (way == 0) {
            commit();
            cut();
            commit();
        } else if (random.nextBoolean()) {
            commit(); // the brokers have it, and the worker does not know
        }
        var former = owner;
        if (way == 2) {
            former.receives.clear();
            former.asked.forEach(QueueModel::unknown);
            former.asked.clear();
        }
        underWay = null;
        former.order.waiting().disown();
        former.deliveries.disown();
        fixture.dispatcher.cancelAll(fixture.now());
        former.settlements.endAll();
        hear(former);
        assertThat(former.asked).isEmpty();
        owner = new Owner();
        List.copyOf(unappended.values()).forEach(owner::arrives);
    }

    /** As a worker reads it that takes the number over. */
    private OrderedDeliveries inherit() {
        var queues = new KeyQueues<PolledDelivery>(new KeyQueues.Bounds(1 << 20, 2, 1000), PolledDelivery::bytes);
        var handOuts = new HandOuts(LANE.number());
        long indexed = 0;
        for (var value : index) {
            var record = QueueRecord.read(value).orElse(null);
            if (record == null) {
                HandOutRecord.read(value).orElseThrow().handOuts().forEach(handOuts::restore);
                continue;
            }
            if (record.snapshot()) {
                queues.restoreFromHere();
                handOuts.restoreFromHere();
            }
            record.changes().forEach(queues::restore);
            indexed = record.indexed();
        }
        var appended = new ArrayList<Added>();
        for (var each : waiting.tailMap(indexed).entrySet()) {
            var delivery = ((Valid) reader.read(each.getValue().headers())).delivery();
            var order = Objects.requireNonNull(delivery.order());
            appended.add(new Added(
                    new OrderedKey(BILLING, UID, order.key()),
                    Objects.requireNonNull(order.place()).sequence(),
                    each.getKey()));
        }
        assertThat(queues.offsets().allMatch(each -> each >= committed))
                .as("what waits is not committed")
                .isTrue();
        var behind = appended.stream()
                .map(each -> new HandOuts.Place(queues.queueOf(each.key()), each.sequence()))
                .collect(Collectors.toSet());
        handOuts.begin(place -> queues.waits(place.key(), place.sequence()) || behind.contains(place), now())
                .forEach(place -> queues.takeOut(place.key(), place.sequence()));
        return new OrderedDeliveries(
                new OrderedDeliveries.Logs(
                        new TopicPartition("tidings.waiting", LANE.number()),
                        "waiting-id",
                        new TopicPartition("tidings.waiting.index", LANE.number()),
                        "topic-id",
                        0),
                new Inherited(queues, indexed, Long.MAX_VALUE, appended, false, 0, null, handOuts));
    }

    private static AssignedPartition deliveries(OrderedDeliveries order) {
        var owned = new AssignedPartition(
                new TopicPartition("tidings.deliveries", LANE.number()),
                null,
                new RetryLadder(TimeScale.REAL),
                Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                order,
                new NumberCounts()));
        return owned;
    }

    /** A step, and what follows from it at once. */
    void turn() {
        step();
        hear(owner);
    }

    /** Nothing is lost: whatever was published is acknowledged, or a dead letter, or comes. */
    void end() {
        for (int round = 0; round < 200 && !allEnded(); round++) {
            settleAll();
            if (round % 20 == 19) {
                fixture.moveClock(Duration.ofMinutes(61));
            }
        }
        assertThat(open()).as("neither received nor given up").isEmpty();
        assertThat(owner.order.waitingDeliveries()).isZero();
        assertThat(owner.order.handOuts().snapshot()).as("nothing is kept").isEmpty();
    }

    private void settleAll() {
        receive();
        for (int i = 0; i < 3; i++) {
            owner.load();
            while (!owner.reads.isEmpty()) {
                reads();
            }
            owner.next();
            advance();
            cut();
            commit();
            advance();
            hear(owner);
        }
        told.stream()
                .filter(each -> each.valid(now()))
                .toList()
                .forEach(each -> settle(each, new TokenAction.Acknowledge()));
        owner.settlements.giveUp(List.of(owner.order.waiting()), fixture.dispatcher::mostReceived);
    }

    private Set<String> open() {
        var open = new HashSet<>(published);
        open.removeAll(acknowledged);
        open.removeAll(deadLettered);
        // whose acknowledgement was not answered, but is committed
        told.stream()
                .filter(each -> each.unsure && each.mayHaveEnded)
                .map(each -> each.event)
                .forEach(open::remove);
        return open;
    }

    private boolean allEnded() {
        return open().isEmpty()
                && owner.order.waitingDeliveries() == 0
                && owner.order.handOuts().snapshot().isEmpty();
    }

    private static String event(byte[] json) {
        var id = ID.matcher(new String(json, UTF_8));
        assertThat(id.find()).isTrue();
        return id.group();
    }

    private static ConsumerRecord<byte[], byte[]> read(long offset, ProducerRecord<byte[], byte[]> record) {
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                offset,
                0,
                TimestampType.CREATE_TIME,
                1,
                1,
                record.key(),
                record.value(),
                record.headers(),
                Optional.empty());
    }

    @Override
    public void close() {
        fixture.close();
    }
}
