package io.tidings.topology;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Durations;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EventTypeTable;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.SourceDecoder;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Program;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.Settings;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.GroupPeers;
import io.tidings.runtime.kafka.NumberLogReader;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.timeline.TimelineConfig;
import io.tidings.timeline.TimelineService;
import io.tidings.topology.begun.BegunOffsets;
import io.tidings.topology.deduplication.Deduplication;
import io.tidings.topology.deduplication.FirstEventsLog;
import io.tidings.topology.deduplication.KnownKeys;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.PassedMarkers;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.SourceMetrics;
import io.tidings.topology.match.TableProgress;
import io.tidings.topology.source.RegistryConfig;
import io.tidings.topology.source.SchemaRegistry;
import io.tidings.topology.source.SourceService;
import io.tidings.topology.source.SourceSettings;
import io.tidings.topology.streams.AppendTimes;
import io.tidings.topology.streams.StreamThreadFailures;
import io.tidings.topology.streams.StreamsClients;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

public final class TopologyProgram implements Program {
    private static final String NAME = "topology";

    private final ProgramScope scope;
    /** Until a stream thread that waits for a table gives up, and is dead. */
    private static final Duration BEYOND_TABLE_WAIT = Duration.ofSeconds(30);

    private static final Duration PATIENCE_FOR_AN_END = Duration.ofSeconds(2);

    private final SessionLoop sessions;
    private final SourceService sources;
    private final Duration longestTurn;

    private TopologyProgram(ProgramScope scope, SessionLoop sessions, SourceService sources, Duration longestTurn) {
        this.scope = scope;
        this.sessions = sessions;
        this.sources = sources;
        this.longestTurn = longestTurn;
    }

    /** Starts to read the tables; the program is ready when it has read them and has partitions of events. */
    public static TopologyProgram start(Settings settings, MeterRegistry metrics) {
        var config = TopologyConfig.of(settings);
        var clients = config.clients();
        new TopicProvisioner(clients, config.topics())
                .provision(config.partitions(), config.replicationFactor(), config.timeScale());
        return ProgramScope.start(
                NAME,
                clients,
                Tracing.of(settings, NAME, metrics),
                metrics,
                scope -> open(
                        scope,
                        config,
                        decoder(settings, config, scope),
                        timeline(settings, config, scope, metrics),
                        metrics));
    }

    private static SourceDecoder decoder(Settings settings, TopologyConfig config, ProgramScope scope) {
        var registry = scope.open(SchemaRegistry.of(RegistryConfig.of(settings), InstantSource.system()));
        return new SourceDecoder(config.topicIds(), registry);
    }

    private static @Nullable TimelineService timeline(
            Settings settings, TopologyConfig config, ProgramScope scope, MeterRegistry metrics) {
        return settings.flag("timeline.enabled")
                ? TimelineService.bind(TimelineConfig.of(settings, config.instanceId()), scope, metrics)
                : null;
    }

    private static TopologyProgram open(
            ProgramScope scope,
            TopologyConfig config,
            SourceDecoder decoder,
            @Nullable TimelineService timeline,
            MeterRegistry metrics) {
        var admin = config.clients().admin();
        scope.open(() -> admin.close(Duration.ZERO));
        var matchMetrics = new MatchMetrics(metrics, config.metrics());
        var sources = sources(scope, config, decoder, matchMetrics, metrics);
        var opening = new Opening(config, admin, matchMetrics, metrics, sources, scope);
        var sessions = scope.startSessions("topology.instance.id " + config.instanceId(), opening);
        var program = new TopologyProgram(
                scope, scope.open(sessions), sources, config.tablePatience().plus(BEYOND_TABLE_WAIT));
        scope.open(sources);
        if (timeline != null) {
            timeline.start();
        }
        return program;
    }

    private static SourceService sources(
            ProgramScope scope,
            TopologyConfig config,
            SourceDecoder decoder,
            MatchMetrics matchMetrics,
            MeterRegistry metrics) {
        return new SourceService(
                new SourceSettings(config.clients(), config.topics(), config.sources(), config.instanceId()),
                decoder,
                scope.brokers(),
                new SourceService.Telemetry(
                        metrics,
                        matchMetrics,
                        new SourceMetrics(metrics),
                        InstantSource.system(),
                        scope.tracing(),
                        scope.loops()));
    }

    /** Opens one session after the other; the first one in parallel to the start, so that settings are checked then. */
    private static final class Opening implements Supplier<MatchSession> {
        private final TopologyConfig config;
        private final Admin admin;
        private final StreamThreadFailures failures;
        private final MatchMetrics metrics;
        private final MeterRegistry registry;
        private final InstantSource clock = InstantSource.system();
        private final Consumer<Optional<ResourceTables>> sources;
        private final ProgramScope scope;
        private final BegunOffsets begun = new BegunOffsets(UUID.randomUUID().toString());
        private final PassedMarkers markers = new PassedMarkers();
        private final AppendTimes appendTimes = new AppendTimes();
        private final KnownKeys keys;
        private @Nullable MatchSession first;

        Opening(
                TopologyConfig config,
                Admin admin,
                MatchMetrics metrics,
                MeterRegistry registry,
                Consumer<Optional<ResourceTables>> sources,
                ProgramScope scope) {
            this.config = config;
            this.admin = admin;
            this.failures = new StreamThreadFailures(clock, registry);
            this.metrics = metrics;
            this.registry = registry;
            this.sources = sources;
            this.scope = scope;
            this.keys = new KnownKeys(config.maxKeys(), registry);
            this.first = checked();
        }

        private MatchSession checked() {
            try {
                return opened();
            } catch (KafkaException e) {
                throw new InvalidSettings(List.of("streams.: Kafka Streams refuses its settings: " + causes(e)));
            }
        }

        @Override
        public MatchSession get() {
            var opened = first;
            first = null;
            return opened == null ? opened() : opened;
        }

        private MatchSession opened() {
            var index = new MatchIndex();
            var tables = tables(index);
            var streams = new KafkaStreams(topology(tables, index), settings(), clients());
            var session = new MatchSession(
                    streams,
                    tables,
                    follower(tables),
                    failures,
                    new GroupPeers(admin, config.group(), config.instanceId()),
                    begun,
                    config.drainTimeout());
            session.bindTo(registry);
            return session;
        }

        private ResourceTables tables(MatchIndex index) {
            var tables = new ResourceTables(
                    new ResourceTable(
                            new SubscriptionJson(new EndpointRules(true)),
                            ResourceSecrets.unopened(),
                            EventTypeTable.kept()),
                    index,
                    table(config.topics().topics()),
                    table(config.topics().subscriptions()),
                    metrics,
                    sources);
            metrics.watch("topics", tables.topicsRead());
            metrics.watch("subscriptions", tables.subscriptionsRead());
            return tables;
        }

        private Topology topology(ResourceTables tables, MatchIndex index) {
            var topics = config.topics();
            var events = new KafkaEvents(new EventReader(config.topicIds()));
            var decoder = new EventDecoder(topics, config.defaultTopic(), index::input, events);
            var former =
                    FirstEventsLog.of(topics, new PartitionLogs(admin), new NumberLogReader(config.clients(), admin));
            return MatchTopology.of(
                    topics,
                    decoder,
                    tables,
                    appendTimes,
                    begun,
                    () -> new Deduplication(former, keys, index::deduplicated),
                    markers,
                    metrics,
                    clock,
                    scope.tracing());
        }

        private KafkaClientSupplier clients() {
            return new StreamsClients(
                    new PartitionLogs(admin), scope.loops(), metrics, begun, markers, appendTimes, config.pace());
        }

        private Follower<?> follower(ResourceTables tables) {
            var topics = config.topics();
            var follower = scope.follow(Follower.start(config.clients(), tables.followed(topics)));
            follower.listenToPositions((table, position) -> (table.topic().equals(topics.topics())
                            ? tables.topicsRead()
                            : tables.subscriptionsRead())
                    .advanceTo(position));
            return follower;
        }

        private TableProgress table(String kafkaTopic) {
            var logs = new PartitionLogs(admin).committed().within(PATIENCE_FOR_AN_END);
            var table = new TopicPartition(kafkaTopic, 0);
            return new TableProgress(kafkaTopic, () -> logs.end(table), config.tablePatience());
        }

        private Properties settings() {
            var settings = new Properties();
            settings.putAll(config.streamsSettings());
            return settings;
        }

        private static String causes(Throwable e) {
            return e.getCause() == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + causes(e.getCause());
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean ready() {
        return sessions.ready() && sources.ready() && scope.brokers().there();
    }

    @Override
    public List<Hang> hanging(Duration limit) {
        return scope.hanging(Durations.max(limit, longestTurn));
    }

    @Override
    public CompletionStage<Void> ended() {
        return scope.ended();
    }

    @Override
    public void close() {
        scope.close();
    }
}
