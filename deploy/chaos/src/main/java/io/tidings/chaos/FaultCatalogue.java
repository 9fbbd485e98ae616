package io.tidings.chaos;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.tidings.chaos.cluster.ClusterSize;
import io.tidings.chaos.fault.ClockStep;
import io.tidings.chaos.fault.Fault;
import io.tidings.chaos.fault.FullDisk;
import io.tidings.chaos.fault.HangingNameLookup;
import io.tidings.chaos.fault.NetworkFault;
import io.tidings.chaos.fault.ProbationTakeover;
import io.tidings.chaos.fault.RedriveDuringKills;
import io.tidings.chaos.fault.StorageOutage;
import io.tidings.chaos.fault.SubscriptionChurn;
import io.tidings.chaos.outage.BrokerFreeze;
import io.tidings.chaos.outage.BrokerOutage;
import io.tidings.chaos.outage.BrokerOutage.Kind;
import io.tidings.chaos.outage.ReleaseChange;
import io.tidings.chaos.outage.RollingRestart;
import io.tidings.chaos.outage.ServiceFreeze;
import io.tidings.chaos.outage.ServiceKill;
import io.tidings.chaos.outage.ServiceKill.Moment;
import io.tidings.chaos.outage.WorkerScaling;
import io.tidings.testbed.network.LinkCondition;
import io.tidings.testbed.network.LinkCondition.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All faults by the names they are asked for. */
public record FaultCatalogue(ClusterSize size, Random random) {
    public static final List<String> NAMES = List.of(
            "kill",
            "frozen",
            "workers",
            "takeover",
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
            "churn",
            "clock",
            "disk");

    /** A session lasts ten seconds. */
    private static final Duration BEYOND_A_SESSION = ofSeconds(15);

    /** What was looked up is remembered for half a minute. */
    private static final Duration BEYOND_WHAT_IS_REMEMBERED = ofSeconds(50);

    private static final Duration LONG = ofSeconds(30);

    /** Those whose dead letters are brought back: refused at once, and given up after some attempts. */
    private static final List<Integer> REDRIVEN = List.of(1, 2);

    private static final List<String> WAYS =
            List.of("ingest→", "topology→", "exporter→", "worker0→", "publisher→", "brokers→", "→endpoints");

    private static final int TRIES = 100;
    private static final List<Integer> FROZEN = List.of(5, 12, 40, 120);

    private static final List<String> SERVICES = List.of("ingest", "topology", "exporter", "worker-0");

    /** One kill of each service and one rebalance. */
    public static List<Fault> shortForm() {
        var faults = new ArrayList<Fault>();
        faults.add(new WorkerScaling(ofSeconds(2)));
        SERVICES.forEach(service -> faults.add(new ServiceKill(service, Moment.AT_WORK, ofMillis(0))));
        return faults;
    }

    /** Each of that name alone, in order. */
    public List<Fault> each(String name) {
        return switch (name) {
            case "kill" -> kills();
            case "frozen" ->
                SERVICES.stream()
                        .<Fault>map(service -> new ServiceFreeze(service, BEYOND_A_SESSION))
                        .toList();
            case "takeover" -> List.of(new ProbationTakeover(ofSeconds(6)));
            case "release" -> List.of(new ReleaseChange(ofSeconds(60)));
            case "frozen-broker" -> frozenBrokers();
            case "slow-broker" -> slowBroker();
            case "cuts" ->
                WAYS.stream()
                        .<Fault>map(links -> new NetworkFault(links, new LinkCondition.Cut(), LONG))
                        .toList();
            case "resolver" -> List.of(new HangingNameLookup(BEYOND_WHAT_IS_REMEMBERED));
            case "redrive" ->
                REDRIVEN.stream()
                        .<Fault>map(number -> new RedriveDuringKills(number, ofSeconds(3)))
                        .toList();
            case "workers" -> List.of(new WorkerScaling(ofSeconds(3)));
            case "rolling" -> List.of(new RollingRestart());
            case "broker" ->
                List.of(
                        new BrokerOutage(Kind.KILLED, broker(), ofSeconds(10)),
                        new BrokerOutage(Kind.RESTARTED, broker(), ofSeconds(0)));
            case "no-broker" -> List.of(new BrokerOutage(Kind.ALL_AWAY, 0, ofSeconds(60)));
            case "links" -> storms();
            case "storage" -> storages();
            case "churn" -> List.of(new SubscriptionChurn(random.nextLong(), ofSeconds(20)));
            case "clock" ->
                List.of(
                        new ClockStep("worker-0", "+1h", ofSeconds(10)),
                        new ClockStep("worker-0", "-1h", ofSeconds(10)),
                        new ClockStep("topology", "+1h", ofSeconds(10)));
            case "disk" -> List.of(new FullDisk(broker(), ofSeconds(10)));
            default ->
                throw new IllegalArgumentException(
                        "there is no fault %s: take some of %s".formatted(name, String.join(",", NAMES)));
        };
    }

    /** Any one of those names. */
    public Fault any(List<String> names) {
        var faults = each(names.get(random.nextInt(names.size())));
        return faults.get(random.nextInt(faults.size()));
    }

    /** Any two of those names that do not touch the same; one alone where there are no two. */
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
            faults.add(new BrokerFreeze(all, ofSeconds(seconds)));
        }
        if (size.brokers() > 1) {
            faults.add(new BrokerFreeze(List.of(broker()), LONG));
        }
        return faults;
    }

    /** As one whose disk is slow looks to others. */
    private List<Fault> slowBroker() {
        return List.of(
                new NetworkFault(
                        "→broker-" + broker(), new LinkCondition.Delayed(ofMillis(random.nextInt(100, 500))), LONG),
                new NetworkFault(
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
            faults.add(new ServiceKill(service, Moment.AT_WORK, ofMillis(0)));
            faults.add(new ServiceKill(service, Moment.STARTING, ofMillis(random.nextInt(500, 4_000))));
            faults.add(new ServiceKill(service, Moment.DRAINING, ofMillis(random.nextInt(20, 500))));
        }
        faults.add(new ServiceKill("worker-0", Moment.REBALANCING, ofMillis(random.nextInt(20, 1_500))));
        return faults;
    }

    private List<Fault> storms() {
        var faults = new ArrayList<Fault>();
        for (var links : WAYS) {
            conditions().forEach(condition -> faults.add(new NetworkFault(links, condition, ofSeconds(5))));
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
        var faults = new ArrayList<Fault>();
        for (var kind : StorageOutage.Kind.values()) {
            faults.add(new StorageOutage(kind, "", ofSeconds(10)));
        }
        faults.add(new StorageOutage(StorageOutage.Kind.AWAY, "dead-odd", ofSeconds(10)));
        return faults;
    }
}
