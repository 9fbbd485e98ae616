package io.tidings.worker;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.Topics;
import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.Durations;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.worker.lane.BatchBounds;
import io.tidings.worker.lane.LaneBounds;
import io.tidings.worker.probation.ProbationRules;
import io.tidings.worker.verdict.Jitter;
import io.tidings.worker.verdict.Limits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/** The worker's settings. */
public record WorkerConfig(
        Kafka kafka,
        Retries retries,
        Bounds bounds,
        Timeouts timeouts,
        Endpoints endpoints,
        AttemptsLog.Selection attemptsLog,
        boolean purge) {
    static final int ADMIN_PORT = 9192;

    /**
     * The worker's place in Kafka.
     *
     * @param instance names this worker in the group and in its transactions; the same after a restart, another for
     *     each
     * @param commitInterval how often what was finished is parked and committed
     */
    record Kafka(
            KafkaClients clients,
            Topics topics,
            int partitions,
            int replication,
            String instance,
            Duration commitInterval) {
        /** The consumer group of all workers. */
        String group() {
            return topics.prefix() + "delivery-worker";
        }
    }

    /** What the rules of retry leave to the owner. */
    record Retries(RetryLadder ladder, Limits limits, Jitter jitter, ProbationRules probation) {}

    /**
     * How long is waited.
     *
     * @param response of an endpoint, the connect included
     * @param patience with a subscription that has too much waiting and starts nothing
     * @param drain when the worker stops
     */
    record Timeouts(Duration connect, Duration response, Duration patience, Duration drain) {}

    /** Where may be sent to. */
    record Endpoints(EndpointRules rules, AddressRules addresses) {}

    /**
     * What a worker holds at most.
     *
     * @param inFlight requests, of all subscriptions
     * @param inFlightPerSubscription requests
     * @param lane deliveries of one subscription that were read and wait for their turn
     * @param queuedBytes of all of these
     * @param waitingBytes of deliveries that wait in memory until they are due
     * @param late answers that are waited for after their timeout
     * @param batch for subscriptions with batching that leave it open
     */
    record Bounds(
            int inFlight,
            int inFlightPerSubscription,
            LaneBounds lane,
            long queuedBytes,
            long waitingBytes,
            LateAnswers.Bounds late,
            BatchBounds batch) {}

    public static ConfigDef definitions() {
        return CommonSettings.definitions(ADMIN_PORT)
                .define(
                        "worker.instance.id",
                        Type.STRING,
                        "",
                        Importance.HIGH,
                        "Names this worker; keep it over restarts, never use it twice. Empty: the host's name.")
                .define(
                        "worker.commit.interval",
                        Type.STRING,
                        "200ms",
                        Durations.atLeast("10ms"),
                        Importance.MEDIUM,
                        "How often what was finished is parked and committed, in one transaction.")
                .define(
                        "worker.max.in.flight",
                        Type.INT,
                        1000,
                        Range.between(1, 100_000),
                        Importance.MEDIUM,
                        "Requests under way at once.")
                .define(
                        "worker.max.in.flight.per.subscription",
                        Type.INT,
                        64,
                        Range.between(1, 10_000),
                        Importance.MEDIUM,
                        "Requests under way at once to one subscription's endpoint.")
                .define(
                        "worker.max.queued.per.subscription",
                        Type.INT,
                        1000,
                        Range.between(1, 1_000_000),
                        Importance.LOW,
                        "Deliveries of one subscription that wait in memory for their turn.")
                .define(
                        "worker.max.queued.mb.per.subscription",
                        Type.INT,
                        8,
                        Range.between(1, 65_536),
                        Importance.LOW,
                        "Megabytes of deliveries of one subscription that wait in memory for their turn.")
                .define(
                        "worker.max.queued.mb",
                        Type.INT,
                        64,
                        Range.between(1, 65_536),
                        Importance.LOW,
                        "Megabytes of deliveries that wait in memory for their turn.")
                .define(
                        "worker.max.waiting.mb",
                        Type.INT,
                        32,
                        Range.between(1, 65_536),
                        Importance.LOW,
                        "Megabytes of deliveries that wait in memory until they are due.")
                .define(
                        "worker.connect.timeout",
                        Type.STRING,
                        "10s",
                        Durations.atLeast("10ms"),
                        Importance.LOW,
                        "How long a connection to an endpoint may take.")
                .define(
                        "worker.response.timeout",
                        Type.STRING,
                        "30s",
                        Durations.atLeast("10ms"),
                        Importance.MEDIUM,
                        "How long an endpoint may take to answer, the connect included.")
                .define(
                        "worker.late.response.timeout",
                        Type.STRING,
                        "3m",
                        Durations.atLeast("10ms"),
                        Importance.LOW,
                        "How long after a request its answer still removes the queued retry.")
                .define(
                        "worker.late.responses",
                        Type.INT,
                        1000,
                        Range.between(0, 100_000),
                        Importance.LOW,
                        "Requests that have timed out and whose answer is still waited for.")
                .define(
                        "worker.late.responses.per.subscription",
                        Type.INT,
                        50,
                        Range.between(0, 100_000),
                        Importance.LOW,
                        "The same, of one subscription.")
                .define(
                        "worker.patience",
                        Type.STRING,
                        "2s",
                        Durations.atLeast("10ms"),
                        Importance.LOW,
                        "How long a subscription with too much waiting may start nothing until the rest is put off.")
                .define(
                        "probation.threshold",
                        Type.INT,
                        10,
                        Range.between(1, 1_000_000),
                        Importance.MEDIUM,
                        "Failures in a row after which an endpoint is left alone for a while.")
                .define(
                        "probation.max",
                        Type.STRING,
                        "4h",
                        Durations.atLeast("1s"),
                        Importance.LOW,
                        "How long an endpoint is left alone at most before it is tried again.")
                .define(
                        "default.max.events.per.batch",
                        Type.INT,
                        500,
                        Range.between(1, 5000),
                        Importance.LOW,
                        "Events in one request, for subscriptions with batching that set only the size.")
                .define(
                        "default.preferred.batch.size.kb",
                        Type.INT,
                        64,
                        Range.between(1, 1024),
                        Importance.LOW,
                        "Preferred kilobytes of a request, for subscriptions with batching that set only the number.")
                .define(
                        "retry.jitter",
                        Type.DOUBLE,
                        0.1,
                        Range.between(0, 1),
                        Importance.LOW,
                        "Most that is added to a wait at random, as a share of its step.")
                .define(
                        "retry.jitter.max",
                        Type.STRING,
                        "5s",
                        Durations.atLeast("0s"),
                        Importance.LOW,
                        "Most that is added to a wait at random.")
                .define(
                        "default.max.delivery.attempts",
                        Type.INT,
                        30,
                        Range.between(1, 30),
                        Importance.MEDIUM,
                        "Attempts, the first included, for subscriptions that set none.")
                .define(
                        "default.event.time.to.live",
                        Type.STRING,
                        "1440m",
                        Durations.between("1m", "1440m"),
                        Importance.MEDIUM,
                        "How long after publication an event is tried, for subscriptions that set none.")
                .define(
                        "attempts.log",
                        Type.STRING,
                        "failures",
                        ValidString.in("all", "failures", "none"),
                        Importance.MEDIUM,
                        "Which attempts are written to the attempts topic.")
                .define(
                        "purge.delivered",
                        Type.BOOLEAN,
                        true,
                        Importance.LOW,
                        "Whether what is committed is deleted from deliveries and tiers every minute.");
    }

    public static List<String> prefixes() {
        return CommonSettings.CLIENT_PREFIXES;
    }

    static Settings load(String[] args, Map<String, String> environment) {
        return Settings.load(definitions(), prefixes(), args, environment);
    }

    static WorkerConfig of(Settings settings) {
        var scale = CommonSettings.timeScale(settings);
        return new WorkerConfig(
                new Kafka(
                        KafkaClients.of(settings),
                        CommonSettings.topics(settings),
                        settings.integer("partitions"),
                        settings.integer("replication.factor"),
                        settings.optionalText("worker.instance.id").orElseGet(WorkerConfig::hostName),
                        settings.duration("worker.commit.interval")),
                new Retries(
                        new RetryLadder(scale),
                        new Limits(
                                settings.integer("default.max.delivery.attempts"),
                                settings.duration("default.event.time.to.live")),
                        new Jitter(settings.decimal("retry.jitter"), scale.of(settings.duration("retry.jitter.max"))),
                        new ProbationRules(
                                settings.integer("probation.threshold"), settings.duration("probation.max"), scale)),
                bounds(settings),
                new Timeouts(
                        settings.duration("worker.connect.timeout"),
                        settings.duration("worker.response.timeout"),
                        settings.duration("worker.patience"),
                        CommonSettings.drainTimeout(settings)),
                new Endpoints(
                        CommonSettings.endpointRules(settings),
                        AddressRules.allowing(settings.list("endpoint.allow.networks"))),
                AttemptsLog.Selection.valueOf(settings.text("attempts.log").toUpperCase(Locale.ROOT)),
                settings.flag("purge.delivered"));
    }

    private static Bounds bounds(Settings settings) {
        long megabyte = 1024 * 1024;
        return new Bounds(
                settings.integer("worker.max.in.flight"),
                settings.integer("worker.max.in.flight.per.subscription"),
                new LaneBounds(
                        settings.integer("worker.max.queued.per.subscription"),
                        settings.integer("worker.max.queued.mb.per.subscription") * megabyte),
                settings.integer("worker.max.queued.mb") * megabyte,
                settings.integer("worker.max.waiting.mb") * megabyte,
                new LateAnswers.Bounds(
                        settings.integer("worker.late.responses"),
                        settings.integer("worker.late.responses.per.subscription"),
                        settings.duration("worker.late.response.timeout")),
                new BatchBounds(
                        settings.integer("default.max.events.per.batch"),
                        settings.integer("default.preferred.batch.size.kb") * 1024L));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("this host has no name; set worker.instance.id", e);
        }
    }
}
