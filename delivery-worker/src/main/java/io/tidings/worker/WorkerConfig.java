package io.tidings.worker;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.Topics;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.worker.attempt.LateResponses;
import io.tidings.worker.commit.AttemptLog;
import io.tidings.worker.dispatch.BatchLimits;
import io.tidings.worker.dispatch.DispatchSettings;
import io.tidings.worker.health.ProbationPolicy;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.schedule.SchedulerLimits;
import io.tidings.worker.verdict.DeliveryLimits;
import io.tidings.worker.verdict.Jitter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/** The worker's settings. */
public record WorkerConfig(
        Kafka kafka,
        Retries retries,
        WorkerLimits bounds,
        Timeouts timeouts,
        Endpoints endpoints,
        AttemptLog.Selection attemptsLog,
        boolean purge) {
    /**
     * The worker's place in Kafka.
     *
     * @param instance names this worker in the group and in its transactions; the same after a restart, another for
     *     each
     * @param commitInterval how often what was finished is parked and committed
     * @param commitPatience how old the oldest result may be that is not committed while new attempts start
     */
    public record Kafka(
            KafkaClients clients,
            Topics topics,
            int partitions,
            int replication,
            String instance,
            Duration commitInterval,
            Duration commitPatience) {
        static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

        /** After which the group gives the partitions of a worker that it hears nothing of to others. */
        Duration sessionTimeout() {
            var setting = "session.timeout.ms";
            var owners = clients.consumers().getOrDefault(setting, clients.all().get(setting));
            return owners == null ? SESSION_TIMEOUT : Duration.ofMillis(Long.parseLong(owners));
        }

        /** The consumer group of all workers. */
        String group() {
            return topics.prefix() + "delivery-worker";
        }
    }

    /** What the rules of retry leave to the owner. */
    public record Retries(RetryLadder ladder, DeliveryLimits limits, Jitter jitter, ProbationPolicy probation) {}

    /**
     * How long is waited.
     *
     * @param response of an endpoint, the connect included
     * @param queueStall with a subscription that has too much waiting and starts nothing
     * @param drain when the worker stops
     */
    public record Timeouts(Duration connect, Duration response, Duration queueStall, Duration drain) {}

    /** Where may be sent to, and the keys of what is sent there in secret. */
    public record Endpoints(EndpointRules rules, AddressRules addresses, ResourceSecrets secrets) {}

    /**
     * What a worker holds at most.
     *
     * @param scheduler what all subscriptions have in flight and waiting together
     * @param inFlightPerSubscription requests
     * @param rate at which each subscription's endpoint may be asked
     * @param waitingBytes of deliveries that wait in memory until they are due
     * @param late answers that are waited for after their timeout
     * @param batch for subscriptions with batching that leave it open
     */
    public record WorkerLimits(
            SchedulerLimits scheduler,
            int inFlightPerSubscription,
            Rate rate,
            long waitingBytes,
            LateResponses.LateResponseLimits late,
            BatchLimits batch) {}

    /** What waits for late answers, which are needed least, holds at most this part of the bytes in flight. */
    private static final int LATE_SHARE = 4;

    private static final String COMMIT_INTERVAL = "worker.commit.interval";
    private static final String COMMIT_PATIENCE = "worker.commit.patience";

    public static ConfigDef definitions() {
        return WorkerSettings.definitions();
    }

    public static List<String> prefixes() {
        return CommonSettings.CLIENT_PREFIXES;
    }

    static Settings load(String[] args, Map<String, String> environment) {
        return Settings.load(definitions(), prefixes(), args, environment);
    }

    public static WorkerConfig of(Settings settings) {
        var scale = CommonSettings.timeScale(settings);
        return new WorkerConfig(
                new Kafka(
                        KafkaClients.of(settings),
                        CommonSettings.topics(settings),
                        settings.integer("partitions"),
                        settings.integer("replication.factor"),
                        settings.optionalText("worker.instance.id")
                                .orElseGet(() -> CommonSettings.hostName("worker.instance.id")),
                        settings.duration(COMMIT_INTERVAL),
                        commitPatience(settings)),
                new Retries(
                        new RetryLadder(scale),
                        new DeliveryLimits(
                                settings.integer("default.max.delivery.attempts"),
                                settings.duration("default.event.time.to.live")),
                        new Jitter(settings.decimal("retry.jitter"), scale.of(settings.duration("retry.jitter.max"))),
                        new ProbationPolicy(
                                settings.integer("probation.threshold"), settings.duration("probation.max"), scale)),
                bounds(settings),
                new Timeouts(
                        settings.duration("worker.connect.timeout"),
                        settings.duration("worker.response.timeout"),
                        settings.duration("worker.patience"),
                        CommonSettings.drainTimeout(settings)),
                new Endpoints(
                        CommonSettings.endpointRules(settings),
                        AddressRules.allowing(settings.list("endpoint.allow.networks")),
                        CommonSettings.secrets(settings)),
                AttemptLog.Selection.valueOf(settings.text("attempts.log").toUpperCase(Locale.ROOT)),
                settings.flag("purge.delivered"));
    }

    public DispatchSettings dispatch() {
        return new DispatchSettings(
                retries.ladder(),
                retries.limits(),
                retries.jitter(),
                bounds.scheduler(),
                bounds.batch(),
                bounds.rate(),
                bounds.late(),
                timeouts.response(),
                timeouts.queueStall());
    }

    private static Duration commitPatience(Settings settings) {
        var patience = settings.duration(COMMIT_PATIENCE);
        if (patience.compareTo(settings.duration(COMMIT_INTERVAL).multipliedBy(2)) < 0) {
            throw new InvalidSettings(List.of(COMMIT_PATIENCE + ": " + settings.text(COMMIT_PATIENCE)
                    + " is less than twice " + COMMIT_INTERVAL + ", " + settings.text(COMMIT_INTERVAL)
                    + ": results would be too old before they are committed"));
        }
        return patience;
    }

    private static WorkerLimits bounds(Settings settings) {
        long megabyte = 1024 * 1024;
        long bytesInFlight = settings.integer("worker.max.in.flight.mb") * megabyte;
        int rate = CommonSettings.rate(settings);
        return new WorkerLimits(
                new SchedulerLimits(
                        settings.integer("worker.max.in.flight"),
                        bytesInFlight,
                        settings.integer("worker.max.queued.mb") * megabyte,
                        new SchedulerLimits.PerSubscription(
                                settings.integer("worker.max.queued.per.subscription"),
                                settings.integer("worker.max.queued.mb.per.subscription") * megabyte)),
                settings.integer("worker.max.in.flight.per.subscription"),
                rate == 0 ? Rate.UNLIMITED : Rate.perSecond(rate),
                settings.integer("worker.max.waiting.mb") * megabyte,
                new LateResponses.LateResponseLimits(
                        settings.integer("worker.late.responses"),
                        settings.integer("worker.late.responses.per.subscription"),
                        bytesInFlight / LATE_SHARE,
                        settings.duration("worker.late.response.timeout")),
                new BatchLimits(
                        settings.integer("default.max.events.per.batch"),
                        settings.integer("default.preferred.batch.size.kb") * 1024L));
    }
}
