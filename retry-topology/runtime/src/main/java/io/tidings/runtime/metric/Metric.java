package io.tidings.runtime.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Every metric of our own: its name, kind, tags, description, and the programs that show it. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are made by List.of
public enum Metric {
    READY("tidings.ready", Kind.GAUGE, "1 while a program can do its work, else 0.", List.of("program"), Shown.BY_ALL),
    LIVE(
            "tidings.live",
            Kind.GAUGE,
            "1 while no loop of a program hangs and nothing that it needs is lost, else 0, as /health/live.",
            List.of("program"),
            Shown.BY_ALL),
    REPAIRS(
            "tidings.repairs",
            Kind.COUNTER,
            "Lost sessions with the brokers that the running program replaced with new ones.",
            List.of("program", "reason"),
            Shown.BY_ALL),
    SESSION_FAILED(
            "tidings.session.failed",
            Kind.GAUGE,
            "1 once a part of a program has failed for good, else 0: the part does nothing until the program is started"
                    + " again.",
            List.of("program"),
            List.of(Shown.TOPOLOGY, Shown.WORKER, Shown.EXPORTER)),
    REJECTED(
            "tidings.rejected",
            Kind.COUNTER,
            "Invalid records that were moved to the topic of rejected records.",
            List.of("reason"),
            List.of(Shown.TOPOLOGY, Shown.WORKER, Shown.EXPORTER)),
    LOST_OFFSETS(
            "tidings.lost.offsets",
            Kind.COUNTER,
            "Offsets of records that were deleted from the log before they were read or finished.",
            List.of(),
            List.of(Shown.TOPOLOGY, Shown.WORKER, Shown.EXPORTER)),
    RESOURCES_IGNORED(
            "tidings.resources.ignored",
            Kind.COUNTER,
            "Invalid records of the tables of topics and subscriptions, which changed nothing.",
            List.of(),
            List.of(Shown.TOPOLOGY, Shown.INGEST)),
    DROPPED(
            "tidings.dropped",
            Kind.COUNTER,
            "Events of a subscription that were given up without a dead letter, or dead letters without a blob.",
            List.of("topic", "subscription", "reason"),
            List.of(Shown.WORKER, Shown.EXPORTER)),
    SPANS_SENT(
            "tidings.spans.sent",
            Kind.COUNTER,
            "Spans that the collector accepted; shown with tracing only.",
            List.of(),
            Shown.BY_ALL),
    SPANS_DROPPED(
            "tidings.spans.dropped",
            Kind.COUNTER,
            "Spans that were dropped because too many waited or the collector accepted none; shown with "
                    + "tracing only.",
            List.of("reason"),
            Shown.BY_ALL),

    SCHEMA_MISMATCHES(
            "tidings.schema.mismatches",
            Kind.COUNTER,
            "Events that were accepted although their data breaks the schema of their type.",
            List.of("topic"),
            List.of(Shown.INGEST, Shown.TOPOLOGY)),
    PUBLISH_SUCCESS(
            "tidings.publish.success",
            Kind.COUNTER,
            "Events accepted over HTTP.",
            List.of("topic"),
            List.of(Shown.INGEST)),
    PUBLISH_SIZE_UNITS(
            "tidings.publish.size.units",
            Kind.COUNTER,
            "Events accepted over HTTP, in units of 64 KB, each rounded up.",
            List.of("topic"),
            List.of(Shown.INGEST)),
    PUBLISH_LATENCY(
            "tidings.publish.latency",
            Kind.TIMER,
            "Time from the arrival of a publishing request until its events are durable.",
            List.of("topic"),
            List.of(Shown.INGEST)),
    PUBLISH_FAIL(
            "tidings.publish.fail",
            Kind.COUNTER,
            "Publishing requests that were refused.",
            List.of("topic", "error"),
            List.of(Shown.INGEST)),
    TOPICS("tidings.topics", Kind.GAUGE, "Topics that there are.", List.of(), List.of(Shown.INGEST)),
    SUBSCRIPTIONS(
            "tidings.subscriptions",
            Kind.GAUGE,
            "Subscriptions that there are, of all topics, by their health.",
            List.of("health"),
            List.of(Shown.INGEST)),
    HANDSHAKES(
            "tidings.handshakes",
            Kind.COUNTER,
            "Validation requests to endpoints, by their result.",
            List.of("result"),
            List.of(Shown.INGEST)),
    TOKEN_REQUESTS(
            "tidings.oauth.token.requests",
            Kind.COUNTER,
            "Requests for access tokens to token endpoints, by their result.",
            List.of("result"),
            List.of(Shown.INGEST, Shown.WORKER)),
    RESOURCES_RESTORED(
            "tidings.resources.restored",
            Kind.COUNTER,
            "Topics and subscriptions that were written again because their newest record was not valid.",
            List.of(),
            List.of(Shown.INGEST)),
    GONE_PAUSES(
            "tidings.gone.pauses",
            Kind.COUNTER,
            "Subscriptions that were paused because their endpoint responded 410.",
            List.of(),
            List.of(Shown.INGEST)),
    STARTS(
            "tidings.starts",
            Kind.GAUGE,
            "New subscriptions whose start in the past goes on, so that a job makes their deliveries.",
            List.of(),
            List.of(Shown.INGEST)),

    MANAGEMENT_REFUSED(
            "tidings.management.refused",
            Kind.COUNTER,
            "Requests of managers that were refused, by the status of the response: 401 without a valid token, 403"
                    + " without the role, 503 if the token cannot be checked.",
            List.of("status"),
            List.of(Shown.INGEST)),
    AUDIT_RECORDS(
            "tidings.audit.records",
            Kind.COUNTER,
            "Changes of managers that were written to the audit topic, and those that could not be.",
            List.of("result"),
            List.of(Shown.INGEST)),
    TOKENS_FILE_VALID(
            "tidings.tokens.file.valid",
            Kind.GAUGE,
            "1 while the tokens file is in force as it is, 0 while it is broken and the tokens before it stay in"
                    + " force; shown with tokens.file only.",
            List.of(),
            List.of(Shown.INGEST)),
    SYSTEM_EVENTS(
            "tidings.system.events",
            Kind.COUNTER,
            "Events about subscriptions and storages that were published to the topic of system events.",
            List.of("type"),
            List.of(Shown.INGEST)),

    MATCHED(
            "tidings.matched",
            Kind.COUNTER,
            "Events that the filter of a subscription matched.",
            List.of("topic", "subscription"),
            List.of(Shown.TOPOLOGY)),
    UNMATCHED(
            "tidings.unmatched",
            Kind.COUNTER,
            "Events that matched no subscription of their topic.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    DUPLICATES(
            "tidings.duplicates",
            Kind.COUNTER,
            "Events of a topic that were dropped because one with the same key came shortly before.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    DEDUPLICATION_KEYS(
            "tidings.deduplication.keys",
            Kind.GAUGE,
            "Keys of a topic's events that later ones may repeat, as far as this instance remembers them.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    DEDUPLICATION_KEYS_EVICTED(
            "tidings.deduplication.keys.evicted",
            Kind.COUNTER,
            "Keys that were forgotten before their window had passed, because there were more than"
                    + " deduplicate.max.keys, or than the heap has room for: events that repeat them are delivered.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    FILTER_EVALUATIONS(
            "tidings.filter.evaluations",
            Kind.COUNTER,
            "Decisions of a filter about an event.",
            List.of(),
            List.of(Shown.TOPOLOGY)),
    TABLE_WAIT(
            "tidings.table.wait",
            Kind.SECONDS,
            "How long matching has been waiting for this table to be read; 0 when it does not wait.",
            List.of("table"),
            List.of(Shown.TOPOLOGY)),
    SOURCE_RECORDS(
            "tidings.source.records",
            Kind.COUNTER,
            "Records of the Kafka topic that a topic gets its events from, matched or rejected.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    SOURCE_LAG(
            "tidings.source.lag",
            Kind.GAUGE,
            "Records of the Kafka topic that a topic gets its events from that this instance has yet to read.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    SOURCE_CATCH_UP(
            "tidings.source.catch.up",
            Kind.GAUGE,
            "Offsets of the Kafka topic that a topic gets its events from that its new subscriptions have yet to catch"
                    + " up with, summed over subscriptions.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    SOURCE_HELD(
            "tidings.source.held",
            Kind.GAUGE,
            "Partitions of the Kafka topic that a topic gets its events from that wait: a record of them cannot be read"
                    + " now, or its schema cannot be had.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    SOURCE_MISSING(
            "tidings.source.missing",
            Kind.GAUGE,
            "1 while the Kafka topic that a topic gets its events from does not exist or may not be read, else 0.",
            List.of("topic"),
            List.of(Shown.TOPOLOGY)),
    STREAM_THREADS_DIED(
            "tidings.stream.threads.died",
            Kind.COUNTER,
            "Threads of Kafka Streams that died.",
            List.of(),
            List.of(Shown.TOPOLOGY)),
    TIMELINE_LAG(
            "tidings.timeline.lag",
            Kind.SECONDS,
            "How far the timeline is behind what was committed, at most; the same on all instances.",
            List.of(),
            List.of(Shown.TOPOLOGY)),
    TIMELINE_IGNORED(
            "tidings.timeline.ignored",
            Kind.COUNTER,
            "Records of the logs that the timeline left out because it could not read them.",
            List.of(),
            List.of(Shown.TOPOLOGY)),

    DELIVERY_SUCCESS(
            "tidings.delivery.success",
            Kind.COUNTER,
            "Events that their endpoint accepted.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    DELIVERY_SUCCESS_AFTER_END(
            "tidings.delivery.success.after.end",
            Kind.COUNTER,
            "Events that their endpoint accepted after the last attempt had timed out; their dead letters or drops"
                    + " stay.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    DELIVERY_ATTEMPT_FAIL(
            "tidings.delivery.attempt.fail",
            Kind.COUNTER,
            "Attempts to deliver an event that failed.",
            List.of("topic", "subscription", "outcome"),
            List.of(Shown.WORKER)),
    DELIVERY_LATENCY(
            "tidings.delivery.latency",
            Kind.TIMER,
            "Time from the acceptance of an event by Tidings until its endpoint accepted it, retries " + "included.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    DESTINATION_DURATION(
            "tidings.destination.duration",
            Kind.TIMER,
            "Duration of a request to an endpoint, whatever its outcome.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    DEFERRED(
            "tidings.deferred",
            Kind.COUNTER,
            "Deliveries that were deferred without an attempt.",
            List.of("topic", "subscription", "reason"),
            List.of(Shown.WORKER)),
    DEAD_LETTERED(
            "tidings.dead.lettered",
            Kind.COUNTER,
            "Events that were given up and became dead letters.",
            List.of("topic", "subscription", "reason"),
            List.of(Shown.WORKER)),
    PROBATION(
            "tidings.probation",
            Kind.GAUGE,
            "1 while the endpoint of a subscription is on probation, else 0.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    RECOVERY_MOVED(
            "tidings.recovery.moved",
            Kind.COUNTER,
            "Waiting deliveries that were moved forward, because their endpoint recovered or an operator asked to.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    RECOVERY_ACTIVE(
            "tidings.recovery.active",
            Kind.GAUGE,
            "Subscriptions whose waiting deliveries are being moved forward.",
            List.of(),
            List.of(Shown.WORKER)),
    DELIVERY_HEADERS_LEFT_OUT(
            "tidings.delivery.headers.left.out",
            Kind.COUNTER,
            "Dynamic headers that were left out because the event had no legal value for them.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    DELIVERY_BATCH_HALVED(
            "tidings.delivery.batch.halved",
            Kind.COUNTER,
            "Batches that got a 413 and were sent again in halves.",
            List.of("topic", "subscription"),
            List.of(Shown.WORKER)),
    PENDING(
            "tidings.pending",
            Kind.GAUGE,
            "Deliveries of this worker's partitions that are not finished.",
            List.of("tier"),
            List.of(Shown.WORKER)),
    BLOCKED_KEYS(
            "tidings.blocked.keys",
            Kind.GAUGE,
            "Order keys of this worker's partitions whose deliveries wait for one that is in the ladder.",
            List.of(),
            List.of(Shown.WORKER)),
    WAITING_FOR_LIMITS(
            "tidings.waiting.for.limits",
            Kind.GAUGE,
            "Deliveries of this worker's partitions that wait in the log for a limit of their subscription, or for"
                    + " receivers.",
            List.of(),
            List.of(Shown.WORKER)),
    LOCKED(
            "tidings.locked",
            Kind.GAUGE,
            "Events of queues in this worker's partitions that receivers have, and have not settled.",
            List.of(),
            List.of(Shown.WORKER)),
    HOLD_USED(
            "tidings.hold.used",
            Kind.GAUGE,
            "The largest part, from 0 to 1, that a paused subscription uses of hold.max or hold.max.bytes.",
            List.of(),
            List.of(Shown.WORKER)),
    UNTAKEN_PARTITIONS(
            "tidings.untaken.partitions",
            Kind.GAUGE,
            "Partitions that were assigned to this worker but cannot be read from, because their commits are"
                    + " unreadable, or because the brokers do not know their topics.",
            List.of(),
            List.of(Shown.WORKER)),
    IN_FLIGHT(
            "tidings.in.flight",
            Kind.GAUGE,
            "Attempts that have begun and have no outcome yet.",
            List.of(),
            List.of(Shown.WORKER)),
    RETRY_LATENESS(
            "tidings.retry.lateness",
            Kind.TIMER,
            "Time from the moment a retry was due until its attempt began.",
            List.of(),
            List.of(Shown.WORKER)),
    REPEATED(
            "tidings.repeated",
            Kind.COUNTER,
            "Deliveries that matching wrote again; only the first of each was sent.",
            List.of(),
            List.of(Shown.WORKER)),
    RETRY_CLOCK_AHEAD(
            "tidings.retry.clock.ahead",
            Kind.SECONDS,
            "Seconds that a broker's clock is ahead of the worker's, as waiting retries show; negative when "
                    + "it is behind.",
            List.of(),
            List.of(Shown.WORKER)),
    CLOCK_TROUBLE(
            "tidings.clock.trouble",
            Kind.COUNTER,
            "Deliveries that were due later than any wait allows, and were sent at once.",
            List.of(),
            List.of(Shown.WORKER)),

    DEAD_LETTER_BLOBS(
            "tidings.dead.letter.blobs",
            Kind.COUNTER,
            "Blobs of dead letters that were written.",
            List.of("topic", "subscription"),
            List.of(Shown.EXPORTER)),
    DEAD_LETTER_COPIES(
            "tidings.dead.letter.copies",
            Kind.COUNTER,
            "Dead letters that were written to the Kafka topic that their subscription names.",
            List.of("topic", "subscription"),
            List.of(Shown.EXPORTER)),
    JOBS(
            "tidings.jobs",
            Kind.GAUGE,
            "Redrives and replays that were asked for over HTTP, on the instance that works on them.",
            List.of("state"),
            List.of(Shown.EXPORTER)),
    REPLAYED(
            "tidings.replayed",
            Kind.COUNTER,
            "Deliveries of a subscription that redrives and replays asked for over HTTP have written.",
            List.of("topic", "subscription", "kind"),
            List.of(Shown.EXPORTER)),
    DEAD_LETTER_APPENDED_AGAIN(
            "tidings.dead.letter.appended.again",
            Kind.COUNTER,
            "Dead letters that were appended to their topic again because their storage was unavailable.",
            List.of("topic", "subscription"),
            List.of(Shown.EXPORTER)),
    BROKER_CLOCK_AHEAD(
            "tidings.broker.clock.ahead",
            Kind.SECONDS,
            "Seconds that a broker's clock is ahead of the clock of this machine, as records show.",
            List.of(),
            List.of(Shown.EXPORTER));

    /** The type of a metric in Prometheus. */
    public enum Kind {
        COUNTER("counter", "_total"),
        GAUGE("gauge", ""),
        SECONDS("gauge", "_seconds"),
        TIMER("histogram", "_seconds");

        private final String wireName;
        private final String end;

        Kind(String word, String end) {
            this.wireName = word;
            this.end = end;
        }

        public String wireName() {
            return wireName;
        }
    }

    /** The programs, named as in {@code program}. */
    private static final class Shown {
        static final String TOPOLOGY = "topology";
        static final String WORKER = "delivery-worker";
        static final String EXPORTER = "deadletter-exporter";
        static final String INGEST = "ingest-service";
        static final List<String> BY_ALL = List.of(TOPOLOGY, WORKER, EXPORTER, INGEST);

        private Shown() {}
    }

    private final String meter;
    private final Kind kind;
    private final String description;
    private final List<String> tags;
    private final List<String> programs;

    Metric(String meter, Kind kind, String description, List<String> tags, List<String> programs) {
        this.meter = meter;
        this.kind = kind;
        this.description = description;
        this.tags = tags;
        this.programs = programs;
    }

    /** @param pairs alternating keys and values of tags */
    public Counter counter(MeterRegistry registry, String... pairs) {
        return Counter.builder(meter)
                .description(description)
                .tags(checked(Kind.COUNTER, pairs))
                .register(registry);
    }

    /**
     * Shows a number that only grows, as it is when it is asked for.
     *
     * @param source is held weakly
     * @param pairs keys and values of its tags, in turn
     */
    public <T> void counter(MeterRegistry registry, T source, ToDoubleFunction<T> value, String... pairs) {
        FunctionCounter.builder(meter, source, value)
                .description(description)
                .tags(checked(Kind.COUNTER, pairs))
                .register(registry);
    }

    /** @param pairs alternating keys and values of tags */
    public Timer timer(MeterRegistry registry, Duration[] buckets, String... pairs) {
        return Timer.builder(meter)
                .description(description)
                .tags(checked(Kind.TIMER, pairs))
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    /**
     * @param source held weakly
     * @param pairs alternating keys and values of tags
     */
    public <T> void gauge(MeterRegistry registry, T source, ToDoubleFunction<T> value, String... pairs) {
        Gauge.builder(meter, source, value)
                .description(description)
                .tags(checked(Kind.GAUGE, pairs))
                .register(registry);
    }

    /**
     * @param source held weakly
     * @param pairs alternating keys and values of tags
     */
    public <T> void seconds(MeterRegistry registry, T source, ToDoubleFunction<T> seconds, String... pairs) {
        TimeGauge.builder(meter, source, TimeUnit.SECONDS, seconds)
                .description(description)
                .tags(checked(Kind.SECONDS, pairs))
                .register(registry);
    }

    /** Returns the tags of what belongs to a subscription of a topic. */
    static String[] ownedBy(String topic, String subscription, String... more) {
        var pairs = Arrays.copyOf(more, more.length + 4);
        pairs[more.length] = "topic";
        pairs[more.length + 1] = topic;
        pairs[more.length + 2] = "subscription";
        pairs[more.length + 3] = subscription;
        return pairs;
    }

    private Tags checked(Kind wanted, String... pairs) {
        var given = Tags.of(pairs);
        if (wanted != kind || given.stream().count() != tags.size() || !hasAll(given)) {
            throw new IllegalArgumentException(
                    meter + " is a " + kind + " with " + tags + ", not a " + wanted + " with " + given);
        }
        return given;
    }

    private boolean hasAll(Tags given) {
        return given.stream().allMatch(tag -> tags.contains(tag.getKey()));
    }

    /** The name in a {@link MeterRegistry}. */
    public String meter() {
        return meter;
    }

    /** The name in Prometheus; a histogram's series add {@code _bucket}, {@code _sum} or {@code _count}. */
    public String family() {
        return meter.replace('.', '_') + kind.end;
    }

    public Kind kind() {
        return kind;
    }

    public String description() {
        return description;
    }

    public List<String> tags() {
        return tags;
    }

    public List<String> programs() {
        return programs;
    }
}
