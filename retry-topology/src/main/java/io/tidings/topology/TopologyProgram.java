package io.tidings.topology;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionJson;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.BrokerContact;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.filter.MatchIndex;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The matching program while it runs.
 *
 * <pre>
 *  tables read ──> running ──(close)──────────────────────────────> ended
 *                   │   ▲
 *       thread died │   │ replaced           too often, fenced, tables lost
 *                   └───┴──────────────────────────────────────────> ended with the cause
 * </pre>
 */
public final class TopologyProgram implements Program {
    private static final Logger log = LoggerFactory.getLogger(TopologyProgram.class);
    private static final Duration DEAD_LETTER_DELAY = Duration.ofMinutes(5);

    private final Tables tables;
    private final Admin admin;
    private final BrokerContact brokers;
    private final KafkaStreams streams;
    private final KafkaStreamsMetrics streamsMetrics;
    private final Peers peers;
    private final ThreadDeaths deaths;
    private final Duration drainTimeout;
    private final Tracing tracing;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean started;

    private TopologyProgram(
            Tables tables,
            BrokerContact brokers,
            KafkaStreams streams,
            Peers peers,
            ThreadDeaths deaths,
            Duration drainTimeout,
            Tracing tracing) {
        this.tables = tables;
        this.admin = peers.admin();
        this.peers = peers;
        this.brokers = brokers;
        this.streams = streams;
        this.streamsMetrics = new KafkaStreamsMetrics(streams);
        this.deaths = deaths;
        this.drainTimeout = drainTimeout;
        this.tracing = tracing;
    }

    /** Returns when the tables have been read; it is ready when it has partitions to read events from. */
    public static TopologyProgram start(Settings settings, MeterRegistry metrics) {
        var config = TopologyConfig.of(settings);
        return start(config, metrics, InstantSource.system(), Tracing.of(settings, "topology", metrics));
    }

    private static TopologyProgram start(
            TopologyConfig config, MeterRegistry registry, InstantSource clock, Tracing tracing) {
        var topics = config.topics();
        var patience = config.tablePatience();
        new TopicProvisioner(config.clients(), topics)
                .provision(config.partitions(), config.replicationFactor(), DEAD_LETTER_DELAY, config.timeScale());
        var admin = config.clients().admin();
        var metrics = new MatchMetrics(registry);
        var index = new MatchIndex();
        var tables = new Tables(
                new ResourceTable(new SubscriptionJson(new EndpointRules(true))),
                index,
                table(topics.topics(), admin, patience),
                table(topics.subscriptions(), admin, patience),
                metrics);
        metrics.watch("topics", tables.topicsRead());
        metrics.watch("subscriptions", tables.subscriptionsRead());
        var events = new KafkaEvents(new EventReader(config.topicIds()));
        var intake = new Intake(topics, config.defaultTopic(), index, events);
        var appendTimes = new AppendTimes(admin, topics, clock);
        var topology = MatchTopology.of(topics, intake, tables, appendTimes, metrics, clock, tracing);
        var clients = new StreamsClients((kafkaTopic, position) -> (kafkaTopic.equals(topics.topics())
                        ? tables.topicsRead()
                        : tables.subscriptionsRead())
                .advanceTo(position));
        var streams = streams(topology, config, clients, admin);
        var brokers = BrokerContact.keep(config.clients());
        var deaths = new ThreadDeaths(clock, registry);
        var peers = new Peers(admin, config.group(), config.instanceId());
        var program = new TopologyProgram(tables, brokers, streams, peers, deaths, config.drainTimeout(), tracing);
        program.run(new LostOffsets(admin, topics, config.group(), metrics), registry);
        return program;
    }

    private static TableProgress table(String kafkaTopic, Admin admin, Duration patience) {
        return new TableProgress(kafkaTopic, new TableEnd(admin, kafkaTopic), patience);
    }

    private static KafkaStreams streams(
            Topology topology, TopologyConfig config, KafkaClientSupplier clients, Admin admin) {
        var settings = new Properties();
        settings.putAll(config.streamsSettings());
        try {
            return new KafkaStreams(topology, settings, clients);
        } catch (KafkaException e) {
            admin.close();
            throw new InvalidSettings(List.of("streams.: Kafka Streams refuses its settings: " + causes(e)));
        }
    }

    private static String causes(Throwable e) {
        return e.getCause() == null ? String.valueOf(e.getMessage()) : e.getMessage() + ": " + causes(e.getCause());
    }

    private void run(LostOffsets lost, MeterRegistry registry) {
        streams.setStateListener((now, _) -> stateChanged(now));
        streams.setUncaughtExceptionHandler(deaths);
        streamsMetrics.bindTo(registry);
        try {
            lost.report();
            tables.restore(streams::start);
        } catch (KafkaException e) {
            close();
            throw e;
        }
    }

    private void stateChanged(State now) {
        switch (now) {
            case RUNNING -> started = true;
            case ERROR -> ended.completeExceptionally(deaths.latest());
            default -> log.debug("{} is {}", name(), now); // the states between; KafkaStreams logs each, too
        }
    }

    @Override
    public String name() {
        return "topology";
    }

    @Override
    public boolean ready() {
        return started && streams.state().isRunningOrRebalancing() && brokers.there() && !tables.behind();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    /**
     * Who stays a member finds its partitions as it left them when it is back; until then nobody matches their events. So
     * it goes when others can have them, and stays when it is alone: the first one to join a group is made to wait.
     */
    private GroupMembershipOperation membership() {
        return peers.present() ? GroupMembershipOperation.LEAVE_GROUP : GroupMembershipOperation.REMAIN_IN_GROUP;
    }

    @Override
    public void close() {
        if (!streams.close(CloseOptions.timeout(drainTimeout).withGroupMembershipOperation(membership()))) {
            log.warn("matching did not stop within {}; what it was at will be matched again", drainTimeout);
        }
        streamsMetrics.close();
        brokers.close();
        admin.close(Duration.ZERO);
        tracing.close();
        ended.complete(null);
    }
}
