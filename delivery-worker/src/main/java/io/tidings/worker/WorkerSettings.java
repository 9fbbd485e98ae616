package io.tidings.worker;

import static io.tidings.runtime.Setting.decimal;
import static io.tidings.runtime.Setting.define;
import static io.tidings.runtime.Setting.duration;
import static io.tidings.runtime.Setting.flag;
import static io.tidings.runtime.Setting.integer;
import static io.tidings.runtime.Setting.text;
import static io.tidings.runtime.SettingDuration.atLeast;
import static io.tidings.runtime.SettingDuration.between;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.ValidString.in;

import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.authentication.CredentialSettings;
import org.apache.kafka.common.config.ConfigDef;

final class WorkerSettings {
    static final int ADMIN_PORT = 9192;

    private WorkerSettings() {}

    static ConfigDef definitions() {
        return define(
                CommonSettings.definitions(ADMIN_PORT),
                CommonSettings.RATE,
                CommonSettings.SECRETS,
                CommonSettings.SUBSCRIPTION_DETAIL,
                CredentialSettings.SETTINGS,
                text("worker.instance.id", "")
                        .high("Identifies this worker; keep it over restarts, never use it twice. Empty: the host's"
                                + " name."),
                duration("worker.commit.interval", "200ms", atLeast("10ms"))
                        .medium("How often results are parked and committed, in one transaction."),
                duration("worker.commit.patience", "2s", atLeast("100ms"))
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
                        .low("Whether committed records are deleted from deliveries and tiers after a minute or two."));
    }
}
