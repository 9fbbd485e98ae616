package io.tidings.worker;

import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.SettingDuration;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/** The names of the worker's settings, their defaults and what they mean. */
final class WorkerSettings {
    static final int ADMIN_PORT = 9192;

    private WorkerSettings() {}

    static ConfigDef definitions() {
        return CommonSettings.defineSecrets(CommonSettings.defineRate(CommonSettings.definitions(ADMIN_PORT)))
                .define(
                        "worker.instance.id",
                        Type.STRING,
                        "",
                        Importance.HIGH,
                        "Identifies this worker; keep it over restarts, never use it twice. Empty: the host's name.")
                .define(
                        "worker.commit.interval",
                        Type.STRING,
                        "200ms",
                        SettingDuration.atLeast("10ms"),
                        Importance.MEDIUM,
                        "How often results are parked and committed, in one transaction.")
                .define(
                        "worker.commit.patience",
                        Type.STRING,
                        "2s",
                        SettingDuration.atLeast("100ms"),
                        Importance.LOW,
                        "The longest age of an uncommitted result at which new attempts still start, so that a crash "
                                + "repeats no more than that. At least twice worker.commit.interval.")
                .define(
                        "worker.max.in.flight",
                        Type.INT,
                        1000,
                        Range.between(1, 100_000),
                        Importance.MEDIUM,
                        "Requests in flight at once. No subscription has more of them than are left for the others.")
                .define(
                        "worker.max.in.flight.mb",
                        Type.INT,
                        64,
                        Range.between(1, 65_536),
                        Importance.LOW,
                        "Megabytes of open requests, late ones included; requests that have timed out hold at most a "
                                + "quarter. A single request may be larger.")
                .define(
                        "worker.max.in.flight.per.subscription",
                        Type.INT,
                        64,
                        Range.between(1, 10_000),
                        Importance.MEDIUM,
                        "The most requests in flight at once to one subscription's endpoint. The number adapts to the "
                                + "endpoint's responses.")
                .define(
                        "worker.max.queued.per.subscription",
                        Type.INT,
                        1000,
                        Range.between(1, 1_000_000),
                        Importance.LOW,
                        "Deliveries of one subscription that wait in memory to be sent; the same number of retries may "
                                + "wait as well.")
                .define(
                        "worker.max.queued.mb.per.subscription",
                        Type.INT,
                        8,
                        Range.between(1, 65_536),
                        Importance.LOW,
                        "Megabytes of deliveries of one subscription that wait in memory to be sent; the same amount"
                                + " of retries may wait as well.")
                .define(
                        "worker.max.queued.mb",
                        Type.INT,
                        64,
                        Range.between(1, 65_536),
                        Importance.LOW,
                        "Megabytes of deliveries and retries that wait in memory to be sent, half of it for each.")
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
                        SettingDuration.atLeast("10ms"),
                        Importance.LOW,
                        "Time limit for the lookup of the name, the connect and the TLS handshake together.")
                .define(
                        "worker.response.timeout",
                        Type.STRING,
                        "30s",
                        SettingDuration.atLeast("10ms"),
                        Importance.MEDIUM,
                        "How long an endpoint may take to respond, the connect included.")
                .define(
                        "worker.late.response.timeout",
                        Type.STRING,
                        "3m",
                        SettingDuration.atLeast("10ms"),
                        Importance.LOW,
                        "How long after a request a late response still cancels the queued retry.")
                .define(
                        "worker.late.responses",
                        Type.INT,
                        1000,
                        Range.between(0, 100_000),
                        Importance.LOW,
                        "The most timed-out requests whose response the worker still waits for.")
                .define(
                        "worker.late.responses.per.subscription",
                        Type.INT,
                        50,
                        Range.between(0, 100_000),
                        Importance.LOW,
                        "The same, for one subscription.")
                .define(
                        "worker.patience",
                        Type.STRING,
                        "2s",
                        SettingDuration.atLeast("10ms"),
                        Importance.LOW,
                        "How long a subscription whose queue is full may start nothing, or hold up others, before the "
                                + "excess is deferred.")
                .define(
                        "probation.threshold",
                        Type.INT,
                        10,
                        Range.between(1, 1_000_000),
                        Importance.MEDIUM,
                        "Failures in a row after which an endpoint is put on probation.")
                .define(
                        "probation.max",
                        Type.STRING,
                        "4h",
                        SettingDuration.atLeast("1s"),
                        Importance.LOW,
                        "The longest probation before an endpoint is tried again.")
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
                        "The largest random addition to a wait, as a share of its step.")
                .define(
                        "retry.jitter.max",
                        Type.STRING,
                        "5s",
                        SettingDuration.atLeast("0s"),
                        Importance.LOW,
                        "The largest random addition to a wait.")
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
                        SettingDuration.between("1m", "1440m"),
                        Importance.MEDIUM,
                        "How long after publication delivery is tried, for subscriptions that set no time to live.")
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
                        "Whether committed records are deleted from deliveries and tiers after a minute or two.");
    }
}
