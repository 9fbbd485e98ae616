package io.tidings.benchmark.campaign.fault;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import io.tidings.benchmark.campaign.fault.BrokerLoss.Kind;
import io.tidings.benchmark.campaign.fault.Kill.Moment;
import io.tidings.benchmark.campaign.network.Weather;
import io.tidings.benchmark.campaign.network.Weather.Direction;
import io.tidings.benchmark.campaign.town.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All faults by the names they are asked for. */
public record Catalogue(Size size, Random random) {
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
        faults.add(new MoreWorkers(ofSeconds(2)));
        SERVICES.forEach(service -> faults.add(new Kill(service, Moment.AT_WORK, ofMillis(0))));
        return faults;
    }

    /** Each of that name alone, in order. */
    public List<Fault> each(String name) {
        return switch (name) {
            case "kill" -> kills();
            case "frozen" ->
                SERVICES.stream()
                        .<Fault>map(service -> new Freeze(service, BEYOND_A_SESSION))
                        .toList();
            case "takeover" -> List.of(new Takeover(ofSeconds(6)));
            case "release" -> List.of(new ChangeOfRelease(ofSeconds(60)));
            case "frozen-broker" -> frozenBrokers();
            case "slow-broker" -> slowBroker();
            case "cuts" ->
                WAYS.stream()
                        .<Fault>map(links -> new Storm(links, new Weather.Cut(), LONG))
                        .toList();
            case "resolver" -> List.of(new HangingResolver(BEYOND_WHAT_IS_REMEMBERED));
            case "redrive" ->
                REDRIVEN.stream()
                        .<Fault>map(number -> new RedriveAmongKills(number, ofSeconds(3)))
                        .toList();
            case "workers" -> List.of(new MoreWorkers(ofSeconds(3)));
            case "rolling" -> List.of(new RollingRestart());
            case "broker" ->
                List.of(
                        new BrokerLoss(Kind.KILLED, broker(), ofSeconds(10)),
                        new BrokerLoss(Kind.RESTARTED, broker(), ofSeconds(0)));
            case "no-broker" -> List.of(new BrokerLoss(Kind.ALL_AWAY, 0, ofSeconds(60)));
            case "links" -> storms();
            case "storage" -> storages();
            case "churn" -> List.of(new Churn(random.nextLong(), ofSeconds(20)));
            case "clock" ->
                List.of(
                        new SteppedClock("worker-0", "+1h", ofSeconds(10)),
                        new SteppedClock("worker-0", "-1h", ofSeconds(10)),
                        new SteppedClock("topology", "+1h", ofSeconds(10)));
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
            faults.add(new FrozenBrokers(all, ofSeconds(seconds)));
        }
        if (size.brokers() > 1) {
            faults.add(new FrozenBrokers(List.of(broker()), LONG));
        }
        return faults;
    }

    /** As one whose disk is slow looks to others. */
    private List<Fault> slowBroker() {
        return List.of(
                new Storm("→broker-" + broker(), new Weather.Delayed(ofMillis(random.nextInt(100, 500))), LONG),
                new Storm("→broker-" + broker(), new Weather.Delayed(ofMillis(random.nextInt(1_000, 2_000))), LONG));
    }

    private int broker() {
        return random.nextInt(size.brokers());
    }

    private List<Fault> kills() {
        var faults = new ArrayList<Fault>();
        for (var service : SERVICES) {
            faults.add(new Kill(service, Moment.AT_WORK, ofMillis(0)));
            faults.add(new Kill(service, Moment.STARTING, ofMillis(random.nextInt(500, 4_000))));
            faults.add(new Kill(service, Moment.DRAINING, ofMillis(random.nextInt(20, 500))));
        }
        faults.add(new Kill("worker-0", Moment.REBALANCING, ofMillis(random.nextInt(20, 1_500))));
        return faults;
    }

    private List<Fault> storms() {
        var faults = new ArrayList<Fault>();
        for (var links : WAYS) {
            weathers().forEach(weather -> faults.add(new Storm(links, weather, ofSeconds(5))));
        }
        return faults;
    }

    private List<Weather> weathers() {
        return List.of(
                new Weather.Cut(),
                new Weather.Delayed(ofMillis(random.nextInt(50, 500))),
                new Weather.HalfOpen(Direction.THERE),
                new Weather.HalfOpen(Direction.BACK),
                new Weather.Reset(random.nextInt(10, 2_000)));
    }

    private static List<Fault> storages() {
        var faults = new ArrayList<Fault>();
        for (var kind : StorageLoss.Kind.values()) {
            faults.add(new StorageLoss(kind, "", ofSeconds(10)));
        }
        faults.add(new StorageLoss(StorageLoss.Kind.AWAY, "dead-odd", ofSeconds(10)));
        return faults;
    }
}
