package io.tidings.chaos;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.tidings.chaos.fault.BrokerFaults;
import io.tidings.chaos.fault.ClusterSize;
import io.tidings.chaos.fault.Fault;
import io.tidings.chaos.fault.HostileTenant;
import io.tidings.chaos.fault.NetworkFaults;
import io.tidings.chaos.fault.PartitionFaults;
import io.tidings.chaos.fault.ReceiverFaults;
import io.tidings.chaos.fault.ServiceFaults;
import io.tidings.chaos.fault.ServiceFaults.Moment;
import io.tidings.chaos.fault.StorageFaults;
import io.tidings.chaos.fault.SubscriptionFaults;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.testbed.network.LinkCondition;
import io.tidings.testbed.network.LinkCondition.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All faults by the names that the command line takes. */
public record FaultCatalogue(ClusterSize size, Random random) {
    public static final List<String> NAMES = List.of(
            "kill",
            "frozen",
            "workers",
            "takeover",
            "recovery",
            "rolling",
            "release",
            "broker",
            "no-broker",
            "frozen-broker",
            "slow-broker",
            "links",
            "cuts",
            "resolver",
            "storage",
            "redrive",
            "grow",
            "churn",
            "clock",
            "disk",
            "hostile",
            FaultCatalogue.WISHES,
            FaultCatalogue.QUEUES);

    /** Some subscriptions have wishes if it is among the faults. */
    static final String WISHES = "wishes";

    /** Some subscriptions are queues if it is among the faults. */
    static final String QUEUES = "queues";

    private static final Duration BEYOND_A_SESSION = ofSeconds(15); // of ten seconds

    /** A worker caches addresses for half a minute. */
    private static final Duration BEYOND_THE_CACHE = ofSeconds(50);

    private static final Duration LONG = ofSeconds(30);

    /** Subscriptions whose dead letters are redriven: one is refused at once, the other gives up after some attempts. */
    private static final List<Integer> REDRIVEN = List.of(1, 2);

    private static final List<String> WAYS =
            List.of("ingest→", "topology→", "exporter→", "worker0→", "publisher→", "brokers→", "→endpoints");

    private static final int TRIES = 100;

    /** The number of times latency with and without a hostile tenant is compared. */
    private static final int PAIRS = 5;

    private static final List<Integer> FROZEN = List.of(5, 12, 40, 120);

    private static final List<String> SERVICES = List.of("ingest", "topology", "exporter", "worker-0");

    /** One kill of each service and one rebalance. */
    public static List<Fault> shortForm() {
        var faults = new ArrayList<Fault>();
        faults.add(ServiceFaults.scaling(ofSeconds(2)));
        SERVICES.forEach(service -> faults.add(ServiceFaults.kill(service, Moment.AT_WORK, ofMillis(0))));
        return faults;
    }

    /** The faults of that name. */
    public List<Fault> each(String name) {
        return switch (name) {
            case "kill" -> kills();
            case "frozen" ->
                SERVICES.stream()
                        .map(service -> ServiceFaults.freeze(service, BEYOND_A_SESSION))
                        .toList();
            case "takeover" -> List.of(ServiceFaults.probationTakeover(ofSeconds(6)));
            case "recovery" -> List.of(ServiceFaults.recoveryTakeover(ofSeconds(2)));
            case "release" -> List.of(ServiceFaults.releaseChange(ofSeconds(60)));
            case "frozen-broker" -> frozenBrokers();
            case "slow-broker" -> slowBroker();
            case "cuts" ->
                WAYS.stream()
                        .map(links -> NetworkFaults.links(links, new LinkCondition.Cut(), LONG))
                        .toList();
            case "resolver" -> List.of(NetworkFaults.hangingLookup(BEYOND_THE_CACHE));
            case "redrive" ->
                REDRIVEN.stream()
                        .map(number -> SubscriptionFaults.redrive(number, ofSeconds(3)))
                        .toList();
            case "grow" -> List.of(PartitionFaults.grow(ofSeconds(3)));
            case "workers" -> List.of(ServiceFaults.scaling(ofSeconds(3)));
            case "rolling" -> List.of(ServiceFaults.rollingRestart());
            case "broker" -> List.of(BrokerFaults.kill(broker(), ofSeconds(10)), BrokerFaults.restart(broker()));
            case "no-broker" -> List.of(BrokerFaults.killAll(ofSeconds(60)));
            case "links" -> storms();
            case "storage" -> storages();
            case "churn" -> List.of(SubscriptionFaults.churn(random.nextLong(), ofSeconds(20)));
            case "clock" ->
                List.of(
                        ServiceFaults.clockStep("worker-0", "+1h", ofSeconds(10)),
                        ServiceFaults.clockStep("worker-0", "-1h", ofSeconds(10)),
                        ServiceFaults.clockStep("topology", "+1h", ofSeconds(10)));
            case "hostile" -> Collections.nCopies(PAIRS, HostileTenant.fault());
            case WISHES -> List.of(SubscriptionFaults.wishes(ofSeconds(5)));
            case QUEUES -> queues();
            case "disk" -> List.of(BrokerFaults.fullDisk(broker(), ofSeconds(10)));
            default ->
                throw new IllegalArgumentException(
                        "there is no fault %s: take some of %s".formatted(name, String.join(",", NAMES)));
        };
    }

    /** One fault of those names, at random. */
    public Fault any(List<String> names) {
        var faults = each(names.get(random.nextInt(names.size())));
        return faults.get(random.nextInt(faults.size()));
    }

    /** Two faults of those names without a common victim; one alone if there are no two. */
    public List<Fault> pair(List<String> names) {
        var one = any(names);
        return Stream.generate(() -> any(names))
                .limit(TRIES)
                .filter(other -> Collections.disjoint(one.victims(), other.victims()))
                .findFirst()
                .map(other -> List.of(one, other))
                .orElse(List.of(one));
    }

    private List<Fault> frozenBrokers() {
        var all = IntStream.range(0, size.brokers()).boxed().toList();
        var faults = new ArrayList<Fault>();
        for (int seconds : FROZEN) {
            faults.add(BrokerFaults.freeze(all, ofSeconds(seconds)));
        }
        if (size.brokers() > 1) {
            faults.add(BrokerFaults.freeze(List.of(broker()), LONG));
        }
        return faults;
    }

    /** A broker with a slow disk, as others see it. */
    private List<Fault> slowBroker() {
        return List.of(
                NetworkFaults.links(
                        "→broker-" + broker(), new LinkCondition.Delayed(ofMillis(random.nextInt(100, 500))), LONG),
                NetworkFaults.links(
                        "→broker-" + broker(),
                        new LinkCondition.Delayed(ofMillis(random.nextInt(1_000, 2_000))),
                        LONG));
    }

    private int broker() {
        return random.nextInt(size.brokers());
    }

    private List<Fault> kills() {
        var faults = new ArrayList<Fault>();
        for (var service : SERVICES) {
            faults.add(ServiceFaults.kill(service, Moment.AT_WORK, ofMillis(0)));
            faults.add(ServiceFaults.kill(service, Moment.STARTING, ofMillis(random.nextInt(500, 4_000))));
            faults.add(ServiceFaults.kill(service, Moment.DRAINING, ofMillis(random.nextInt(20, 500))));
        }
        faults.add(ServiceFaults.kill("worker-0", Moment.REBALANCING, ofMillis(random.nextInt(20, 1_500))));
        return faults;
    }

    /** Receivers, owners of queues and the program between them go; receivers always wait for more. */
    private List<Fault> queues() {
        return List.of(
                ReceiverFaults.kill(ofSeconds(3)),
                ReceiverFaults.freeze(Subscriber.LOCK.plusSeconds(10)),
                ServiceFaults.kill("worker-0", Moment.AT_WORK, ofMillis(0)),
                ServiceFaults.scaling(ofSeconds(3)),
                ServiceFaults.kill("ingest", Moment.AT_WORK, ofMillis(0)));
    }

    private List<Fault> storms() {
        var faults = new ArrayList<Fault>();
        for (var links : WAYS) {
            conditions().forEach(condition -> faults.add(NetworkFaults.links(links, condition, ofSeconds(5))));
        }
        return faults;
    }

    private List<LinkCondition> conditions() {
        return List.of(
                new LinkCondition.Cut(),
                new LinkCondition.Delayed(ofMillis(random.nextInt(50, 500))),
                new LinkCondition.HalfOpen(Direction.THERE),
                new LinkCondition.HalfOpen(Direction.BACK),
                new LinkCondition.Reset(random.nextInt(10, 2_000)));
    }

    private static List<Fault> storages() {
        var faults = new ArrayList<>(StorageFaults.all(ofSeconds(10)));
        faults.add(StorageFaults.away("dead-odd", ofSeconds(10)));
        return faults;
    }
}
