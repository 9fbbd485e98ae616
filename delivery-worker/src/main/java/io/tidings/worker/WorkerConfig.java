package io.tidings.worker;

import io.tidings.contract.Durations;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.Topics;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.RetryProfile;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.kafka.AllowedDestinations;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.worker.commit.AttemptLog;
import io.tidings.worker.dispatch.BatchLimits;
import io.tidings.worker.dispatch.DispatchSettings;
import io.tidings.worker.dispatch.LateResponses;
import io.tidings.worker.health.ProbationPolicy;
import io.tidings.worker.schedule.KeyQueues;
import io.tidings.worker.schedule.Rate;
import io.tidings.worker.schedule.SchedulerLimits;
import io.tidings.worker.verdict.DeliveryLimits;
import io.tidings.worker.verdict.Jitter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;

public record WorkerConfig(
        Kafka kafka,
        Retries retries,
        WorkerLimits bounds,
        Timeouts timeouts,
        Endpoints endpoints,
        Timeline timeline,
        SubscriptionDetail metrics,
        boolean purge) {
    /**
     * @param instance identifies this worker in the group and in its transactions; the same after a restart, unique
     * @param commitInterval between two transactions
     * @param commitPatience greatest age of an uncommitted result with which new attempts start
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

        /** The time after which the group gives a silent worker's partitions to others. */
        Duration sessionTimeout() {
            var setting = "session.timeout.ms";
            var owners = clients.consumers().getOrDefault(setting, clients.all().get(setting));
            return owners == null ? SESSION_TIMEOUT : Duration.ofMillis(Long.parseLong(owners));
        }

        String group() {
            return topics.workersGroup();
        }
    }

    public record Retries(RetryLadder ladder, DeliveryLimits limits, Jitter jitter, ProbationPolicy probation) {}

    /**
     * @param response the endpoint's time to respond, including the connect
     * @param queueStall how long a full queue may start nothing before its deliveries are deferred
     */
    public record Timeouts(Duration connect, Duration response, Duration queueStall, Duration drain) {}

    public record Endpoints(
            EndpointRules rules,
            AddressRules addresses,
            ResourceSecrets secrets,
            CredentialSettings credentials,
            AllowedDestinations destinations) {}

    /**
     * @param excerpts whether the log of attempts has the beginnings of failed responses
     * @param stats whether events and attempts are counted by the minute
     */
    public record Timeline(AttemptLog.Selection attempts, boolean excerpts, boolean stats) {}

    /**
     * @param waitingBytes of deliveries that wait in memory until they are due
     * @param order of deliveries with an order key, for each partition number
     * @param batch for subscriptions with batching but without own limits
     */
    public record WorkerLimits(
            SchedulerLimits scheduler,
            int inFlightPerSubscription,
            Rate rate,
            long waitingBytes,
            KeyQueues.Bounds order,
            LateResponses.LateResponseLimits late,
            BatchLimits batch) {}

    /** Late responses are needed least: the requests that await one hold at most this part of the bytes in flight. */
    private static final int LATE_SHARE = 4;

    /** Deliveries of one partition number that are in memory and wait for others with their order key. */
    private static final long HELD_BYTES = 4 << 20;

    private static final int HELD_OF_KEY = 200;

    /** Of each partition number: some 4 MB. */
    private static final int ORDER_KEYS = 10_000;

    private static final String COMMIT_INTERVAL = "worker.commit.interval";
    private static final String COMMIT_PATIENCE = "worker.commit.patience";

    public static ConfigDef definitions() {
        return WorkerSettings.definitions();
    }

    public static List<String> prefixes() {
        return Stream.of(CommonSettings.CLIENT_PREFIXES, CredentialSettings.PREFIXES, AllowedDestinations.PREFIXES)
                .flatMap(List::stream)
                .toList();
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
                        CommonSettings.secrets(settings),
                        CredentialSettings.of(settings),
                        AllowedDestinations.of(settings, CommonSettings.topics(settings))),
                new Timeline(
                        AttemptLog.Selection.valueOf(
                                settings.text("attempts.log").toUpperCase(Locale.ROOT)),
                        settings.flag("timeline.excerpts"),
                        settings.flag("stats.enabled")),
                CommonSettings.subscriptionDetail(settings),
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
                timeouts.queueStall(),
                timeline.excerpts());
    }

    /** The largest request of the producer, which refuses larger records itself. */
    int maxRequestBytes() {
        var setting = "max.request.size";
        var clients = kafka.clients();
        var owners = clients.producers().getOrDefault(setting, clients.all().get(setting));
        return owners == null ? KafkaClients.MAX_RECORD_BYTES : Integer.parseInt(owners);
    }

    /** How long a connection may be silent: no request may be cut before its own timeout, or before the late window. */
    Duration longestExchange() {
        var longestTimeout = Durations.max(timeouts.response(), RetryProfile.LONGEST_RESPONSE_TIMEOUT);
        return Durations.max(longestTimeout, bounds.late().timeout());
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
                new KeyQueues.Bounds(HELD_BYTES, HELD_OF_KEY, ORDER_KEYS),
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
