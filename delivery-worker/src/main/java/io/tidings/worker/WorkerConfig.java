package io.tidings.worker;

import static io.tidings.runtime.Setting.decimal;
import static io.tidings.runtime.Setting.define;
import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.integer;
import static io.tidings.runtime.Setting.largeInteger;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.atLeast;
import static io.tidings.runtime.SettingDuration.between;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.ValidString.in;

import io.tidings.contract.Durations;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.subscription.RetryProfile;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.runtime.http.ProgramListener;
import io.tidings.runtime.http.SharedSecret;
import io.tidings.runtime.kafka.AllowedDestinations;
import io.tidings.runtime.kafka.DestinationClusters;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.worker.commit.AttemptLog;
import io.tidings.worker.dispatch.BatchLimits;
import io.tidings.worker.dispatch.DispatchSettings;
import io.tidings.worker.dispatch.HoldLimits;
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
import org.jspecify.annotations.Nullable;

/** @param receive where ingest-service asks for the events of queues; null if it cannot */
public record WorkerConfig(
        Kafka kafka,
        DispatchSettings dispatch,
        ProbationPolicy probation,
        WorkerLimits limits,
        Endpoints endpoints,
        Timeline timeline,
        SubscriptionDetail metrics,
        Duration drainTimeout,
        @Nullable ProgramListener receive) {
    /**
     * @param instance identifies this worker in the group and in its transactions; the same after a restart, unique
     * @param commitInterval between two transactions
     * @param commitPatience greatest age of an uncommitted result with which new attempts start
     * @param purge whether committed records are deleted
     */
    public record Kafka(
            KafkaClients clients,
            Topics topics,
            int partitions,
            int replication,
            String instance,
            Duration commitInterval,
            Duration commitPatience,
            boolean purge) {
        static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

        /** The time after which the group gives a silent worker's partitions to others. */
        Duration sessionTimeout() {
            var setting = "session.timeout.ms";
            var owners = clients.consumers().getOrDefault(setting, clients.all().get(setting));
            return owners == null ? SESSION_TIMEOUT : Duration.ofMillis(Long.parseLong(owners));
        }

        /** Between two transactions, while a few successes are all that there is to commit. */
        Duration quietCommitInterval() {
            return Durations.min(commitInterval.multipliedBy(5), commitPatience.dividedBy(2));
        }
    }

    /** @param proxy of requests to endpoints; null for none */
    public record Endpoints(
            EndpointRules rules,
            AddressRules addresses,
            @Nullable OutgoingProxy proxy,
            ResourceSecrets secrets,
            CredentialSettings credentials,
            AllowedDestinations destinations,
            DestinationClusters clusters,
            Duration connectTimeout) {}

    /** @param stats whether events and attempts are counted by the minute */
    public record Timeline(AttemptLog.Selection attempts, boolean stats) {}

    /**
     * @param waitingBytes of deliveries that wait in memory until they are due
     * @param order of deliveries with an order key, for each partition number
     */
    public record WorkerLimits(int inFlightPerSubscription, long waitingBytes, KeyQueues.Bounds order) {}

    private static final long MEGABYTE = 1024 * 1024;
    private static final long GIGABYTE = 1024 * MEGABYTE;

    /** Late responses are needed least: the requests that await one hold at most this part of the bytes in flight. */
    private static final int LATE_SHARE = 4;

    /** Deliveries of one partition number that are in memory and wait for others with their order key. */
    private static final long HELD_BYTES = 4 << 20;

    private static final int HELD_OF_KEY = 200;

    /** The order keys of a partition number that have a queue of their own. They take some 4 MB. */
    private static final int ORDER_KEYS = 10_000;

    private static final int ADMIN_PORT = 9192;
    private static final int RECEIVE_PORT = 9195;
    private static final String COMMIT_INTERVAL = "worker.commit.interval";
    private static final String COMMIT_PATIENCE = "worker.commit.patience";

    public static ConfigDef definitions() {
        return define(
                CommonSettings.definitions(ADMIN_PORT),
                CommonSettings.RATE,
                CommonSettings.SECRETS,
                CommonSettings.SUBSCRIPTION_DETAIL,
                CredentialSettings.SETTINGS,
                CommonSettings.PROXY,
                text("worker.instance.id", "")
                        .high("Identifies this worker; keep it over restarts, never use it twice. Empty: the host's"
                                + " name."),
                duration(COMMIT_INTERVAL, "200ms", atLeast("10ms"))
                        .medium("How often results are parked and committed, in one transaction. A few successes may"
                                + " wait for five intervals, but for no more than half of"
                                + " worker.commit.patience."),
                duration(COMMIT_PATIENCE, "2s", atLeast("100ms"))
                        .low("The longest age of an uncommitted result at which new attempts still start, so that a"
                                + " crash repeats no more than that. At least twice worker.commit.interval."),
                integer("worker.max.in.flight", 1000, between(1, 100_000))
                        .medium("Requests in flight at once. No subscription has more of them than are left for the"
                                + " others."),
                integer("worker.max.in.flight.mb", 64, between(1, 65_536))
                        .low("Megabytes of open requests, late ones included; requests that have timed out hold at"
                                + " most a quarter. A single request may be larger."),
                integer("worker.max.in.flight.per.subscription", 64, between(1, 10_000))
                        .medium("The most requests in flight at once to one subscription's endpoint. The number adapts"
                                + " to the endpoint's responses."),
                integer("worker.max.queued.per.subscription", 1000, between(1, 1_000_000))
                        .low("Deliveries of one subscription that wait in memory to be sent; the same number of"
                                + " retries may wait as well."),
                integer("worker.max.queued.mb.per.subscription", 8, between(1, 65_536))
                        .low("Megabytes of deliveries of one subscription that wait in memory to be sent; the same"
                                + " amount of retries may wait as well."),
                integer("worker.max.queued.mb", 64, between(1, 65_536))
                        .low("Megabytes of deliveries and retries that wait in memory to be sent, half of it for"
                                + " each."),
                integer("worker.max.waiting.mb", 32, between(1, 65_536))
                        .low("Megabytes of deliveries that wait in memory until they are due. No subscription has"
                                + " more of them than are left for the others."),
                duration("worker.connect.timeout", "10s", atLeast("10ms"))
                        .low("Time limit for the lookup of the name, the connect and the TLS handshake together."),
                duration("worker.response.timeout", "30s", atLeast("10ms"))
                        .medium("How long an endpoint may take to respond, the connect included."),
                duration("worker.late.response.timeout", "3m", atLeast("10ms"))
                        .low("How long after a request a late response still cancels the queued retry."),
                integer("worker.late.responses", 1000, between(0, 100_000))
                        .low("The most timed-out requests whose response the worker still waits for."),
                integer("worker.late.responses.per.subscription", 50, between(0, 100_000))
                        .low("The same, for one subscription."),
                duration("worker.patience", "2s", atLeast("10ms"))
                        .low("How long a subscription whose queue is full may start nothing, or hold up others,"
                                + " before the excess is deferred."),
                duration("hold.max", "30d", between("1m", "30d"))
                        .medium("How long an event may be held by pauses of a subscription with whilePaused: hold;"
                                + " then it expires."),
                largeInteger("hold.max.bytes", 10 * GIGABYTE, atLeast(1))
                        .medium("Bytes of deliveries that such a subscription holds in the retry topics; beyond them"
                                + " the oldest events expire."),
                integer("probation.threshold", 10, between(1, 1_000_000))
                        .medium("Failures in a row after which an endpoint is put on probation."),
                duration("probation.max", "4h", atLeast("1s"))
                        .low("The longest probation before an endpoint is tried again."),
                integer("default.max.events.per.batch", 500, between(1, 5000))
                        .low("Events in one request, for subscriptions with batching that set only the size."),
                integer("default.preferred.batch.size.kb", 64, between(1, 1024))
                        .low("Preferred kilobytes of a request, for subscriptions with batching that set only the"
                                + " number."),
                decimal("retry.jitter", 0.1, between(0, 1))
                        .low("The largest random addition to a wait, as a share of its step."),
                duration("retry.jitter.max", "5s", atLeast("0s")).low("The largest random addition to a wait."),
                integer("default.max.delivery.attempts", 30, between(1, 30))
                        .medium("Attempts, the first included, for subscriptions that set none."),
                duration("default.event.time.to.live", "1440m", between("1m", "1440m"))
                        .medium("How long after publication delivery is tried, for subscriptions that set no time to"
                                + " live."),
                text("attempts.log", "failures", in("all", "failures", "none"))
                        .medium("Which attempts are written to the attempts topic, of subscriptions that do not say"
                                + " so themselves: all, the failed ones and the success that follows them, or none."),
                flag("timeline.excerpts", true)
                        .medium("Whether the attempts topic has the first kilobyte of each failed response, with the"
                                + " subscription's secrets masked."),
                flag("stats.enabled", true)
                        .low("Whether events and attempts of each subscription are counted by the minute in the stats"
                                + " topic."),
                flag("purge.delivered", true)
                        .low("Whether committed records are deleted from deliveries and tiers after a minute or two."),
                text("receive.listen")
                        .medium("Host and port where ingest-service asks for the events of queues; port 0 takes a free"
                                + " one. Without it the worker hands none out."),
                text("receive.advertised")
                        .low("Host and port where ingest-service reaches receive.listen; if not set, receive.listen,"
                                + " and for an address such as 0.0.0.0 the name of the host."),
                SharedSecret.setting("receive.secret")
                        .medium("The secret that signs these requests; needed unless receive.listen is a loopback"
                                + " address. The same for all workers and ingest-service."));
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
        var destinations = AllowedDestinations.of(settings, CommonSettings.topics(settings));
        return new WorkerConfig(
                new Kafka(
                        KafkaClients.of(settings),
                        CommonSettings.topics(settings),
                        settings.integer("partitions"),
                        settings.integer("replication.factor"),
                        settings.optionalText("worker.instance.id")
                                .orElseGet(() -> CommonSettings.hostName("worker.instance.id")),
                        settings.duration(COMMIT_INTERVAL),
                        commitPatience(settings),
                        settings.flag("purge.delivered")),
                dispatch(settings, scale),
                new ProbationPolicy(settings.integer("probation.threshold"), settings.duration("probation.max"), scale),
                new WorkerLimits(
                        settings.integer("worker.max.in.flight.per.subscription"),
                        settings.integer("worker.max.waiting.mb") * MEGABYTE,
                        new KeyQueues.Bounds(HELD_BYTES, HELD_OF_KEY, ORDER_KEYS)),
                new Endpoints(
                        CommonSettings.endpointRules(settings),
                        AddressRules.allowing(settings.list("endpoint.allow.networks")),
                        CommonSettings.proxy(settings),
                        CommonSettings.secrets(settings),
                        CredentialSettings.of(settings),
                        destinations,
                        DestinationClusters.of(settings, destinations),
                        settings.duration("worker.connect.timeout")),
                new Timeline(
                        AttemptLog.Selection.valueOf(
                                settings.text("attempts.log").toUpperCase(Locale.ROOT)),
                        settings.flag("stats.enabled")),
                CommonSettings.subscriptionDetail(settings),
                CommonSettings.drainTimeout(settings),
                settings.optionalText("receive.listen")
                        .map(text -> ProgramListener.of(
                                "receive",
                                text.strip(),
                                settings.password("receive.secret").orElse(null),
                                settings.optionalText("receive.advertised").orElse(null),
                                RECEIVE_PORT,
                                "all workers and ingest-service"))
                        .orElse(null));
    }

    /** The largest request of the producer, which refuses larger records itself. */
    int maxRequestBytes() {
        var setting = "max.request.size";
        var clients = kafka.clients();
        var owners = clients.producers().getOrDefault(setting, clients.all().get(setting));
        return owners == null ? KafkaClients.MAX_RECORD_BYTES : Integer.parseInt(owners);
    }

    /** The time that a connection may be silent: no request may end before its own timeout, or before the late window. */
    Duration longestExchange() {
        var longestTimeout = Durations.max(dispatch.response(), RetryProfile.LONGEST_RESPONSE_TIMEOUT);
        return Durations.max(longestTimeout, dispatch.late().timeout());
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

    private static DispatchSettings dispatch(Settings settings, TimeScale scale) {
        long bytesInFlight = settings.integer("worker.max.in.flight.mb") * MEGABYTE;
        int rate = CommonSettings.rate(settings);
        return new DispatchSettings(
                new RetryLadder(scale),
                new DeliveryLimits(
                        settings.integer("default.max.delivery.attempts"),
                        settings.duration("default.event.time.to.live")),
                new Jitter(settings.decimal("retry.jitter"), scale.of(settings.duration("retry.jitter.max"))),
                new SchedulerLimits(
                        settings.integer("worker.max.in.flight"),
                        bytesInFlight,
                        settings.integer("worker.max.queued.mb") * MEGABYTE,
                        new SchedulerLimits.PerSubscription(
                                settings.integer("worker.max.queued.per.subscription"),
                                settings.integer("worker.max.queued.mb.per.subscription") * MEGABYTE)),
                new BatchLimits(
                        settings.integer("default.max.events.per.batch"),
                        settings.integer("default.preferred.batch.size.kb") * 1024L),
                rate == 0 ? Rate.UNLIMITED : Rate.perSecond(rate),
                new LateResponses.LateResponseLimits(
                        settings.integer("worker.late.responses"),
                        settings.integer("worker.late.responses.per.subscription"),
                        bytesInFlight / LATE_SHARE,
                        settings.duration("worker.late.response.timeout")),
                settings.duration("worker.response.timeout"),
                settings.duration("worker.patience"),
                new HoldLimits(settings.duration("hold.max"), settings.largeInteger("hold.max.bytes")),
                settings.flag("timeline.excerpts"));
    }
}
