package io.tidings.timeline;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.IntervalTimer;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.kafka.GroupPeers;
import io.tidings.runtime.metric.Metric;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.timeline.query.CommitLag;
import io.tidings.timeline.query.LocalShare;
import io.tidings.timeline.query.PresentStreams;
import io.tidings.timeline.query.QueryServer;
import io.tidings.timeline.query.RecentLag;
import io.tidings.timeline.query.TimelineCluster;
import io.tidings.timeline.state.EntryReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timeline of this process (B-TIME). It has threads and a group of its own: matching neither waits for it nor ends
 * with it.
 *
 * <pre>
 *  logs ──> KafkaStreams ──> state <── LocalShare <──┐
 *                                                    ├── TimelineCluster <── QueryServer <── ingest-service
 *                 state of other instances <── HTTP ─┘
 * </pre>
 */
public final class TimelineService {
    private static final Logger log = LoggerFactory.getLogger(TimelineService.class);
    private static final String NAME = "timeline";
    private static final Duration PEER_PATIENCE = Duration.ofSeconds(3);
    private static final Duration BETWEEN_LAGS = Duration.ofSeconds(5);

    private final TimelineConfig config;
    private final ProgramScope scope;
    private final MeterRegistry registry;
    private final QueryServer server;
    private final PresentStreams streams = new PresentStreams();
    private final AtomicLong lagMillis = new AtomicLong();

    private TimelineService(TimelineConfig config, ProgramScope scope, MeterRegistry registry, QueryServer server) {
        this.config = config;
        this.scope = scope;
        this.registry = registry;
        this.server = server;
    }

    /** Takes the port of the listener, so that a taken one is reported at the start. */
    public static TimelineService bind(TimelineConfig config, ProgramScope scope, MeterRegistry registry) {
        var listener = config.listener();
        var server = scope.open(QueryServer.bind(listener.host(), listener.port(), listener.secret()));
        return new TimelineService(config, scope, registry, server);
    }

    /** Begins to read and to respond; what goes wrong later is repaired or logged. */
    public void start() {
        var admin = config.clients().admin();
        scope.open(() -> admin.close(Duration.ZERO));
        var own = config.listener().advertised(server.port());
        var local = new LocalShare(streams, config.ladder(), config.state().retention(), InstantSource.system());
        var peers = scope.open(new TimelineClient(config.listener().secret(), PEER_PATIENCE));
        var clock = InstantSource.system();
        var commits = new CommitLag(admin, config.application(), topics(), clock);
        var lag = new RecentLag(commits::behind, clock);
        var partitions = config.state().partitions();
        server.respond(new TimelineCluster(streams, local, peers, lag, partitions, own), local);
        watch(lag);
        var sessions = scope.open(SessionLoop.start(
                new SessionLoop.Owner(NAME, "topology.instance.id " + config.instanceId()),
                () -> session(admin, own),
                scope.brokers()::respondedFor,
                new RecoveryPolicy(),
                registry));
        sessions.ended().whenComplete((_, failure) -> {
            if (failure != null) {
                log.error("the timeline has ended, and matching goes on; correct the cause and restart", failure);
            }
        });
        log.info("the timeline listens at {}", own);
    }

    private List<String> topics() {
        var topics = new ArrayList<>(EntryReader.logs(config.topics()));
        topics.add(TimelineTopology.repartitionTopic(config.application()));
        return topics;
    }

    private void watch(RecentLag lag) {
        Metric.TIMELINE_LAG.seconds(registry, lagMillis, millis -> millis.get() / 1000.0);
        var timer = scope.open(new IntervalTimer("timeline-lag"));
        timer.every(BETWEEN_LAGS, () -> lag.measured().ifPresent(behind -> lagMillis.set(behind.toMillis())));
    }

    private TimelineSession session(Admin admin, String own) {
        var topology = TimelineTopology.of(
                config.topics(),
                new EntryReader(config.topics(), config.defaultTopic()),
                config.state().stores(),
                config.state().partitions(),
                Metric.TIMELINE_IGNORED.counter(registry));
        var settings = new Properties();
        settings.putAll(config.streamsSettings(own));
        return new TimelineSession(
                new KafkaStreams(topology, settings),
                streams,
                new GroupPeers(admin, config.application(), config.instanceId()),
                config.drainTimeout());
    }

    /** The port of the listener. */
    public int port() {
        return server.port();
    }
}
