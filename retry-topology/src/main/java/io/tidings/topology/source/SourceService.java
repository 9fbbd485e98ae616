package io.tidings.topology.source;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.topic.SourceDecoder;
import io.tidings.runtime.kafka.BrokerHealth;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.match.EventMatching;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.SourceMetrics;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sources of this process (B-SOURCE). They have a thread and a group of their own: matching neither waits for
 * them nor ends with them. The thread starts with the first source. Thread-safe.
 */
public final class SourceService implements Consumer<Optional<ResourceTables>>, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SourceService.class);
    private static final String NAME = "sources";

    private final SourceSettings settings;
    private final SourceDecoder decoder;
    private final BrokerHealth brokers;
    private final Telemetry telemetry;
    private final PresentSources sources;
    private final BegunRecords begun = new BegunRecords(UUID.randomUUID().toString());
    private @Nullable SessionLoop loop;
    private boolean closed;

    /** Metrics, spans and liveness of the sources, which they share with matching. */
    public record Telemetry(
            MeterRegistry registry,
            MatchMetrics matching,
            SourceMetrics sources,
            InstantSource clock,
            Tracing tracing,
            LoopWatch loops) {}

    public SourceService(SourceSettings settings, SourceDecoder decoder, BrokerHealth brokers, Telemetry telemetry) {
        this.settings = settings;
        this.decoder = decoder;
        this.brokers = brokers;
        this.telemetry = telemetry;
        this.sources = new PresentSources(settings.allowed());
    }

    /** Called by the readers of the tables, and returns at once. */
    @Override
    public void accept(Optional<ResourceTables> tables) {
        sources.use(tables);
        if (sources.any()) {
            start();
        }
    }

    private synchronized void start() {
        if (loop == null && !closed) {
            loop = SessionLoop.start(
                    new SessionLoop.Owner(NAME, "topology.instance.id " + settings.instanceId()),
                    this::session,
                    brokers::respondedFor,
                    new RecoveryPolicy(),
                    telemetry.registry());
            loop.ended().whenComplete((_, failure) -> {
                if (failure != null) {
                    log.error(
                            "no source is read any more, and matching goes on; correct the cause and restart", failure);
                }
            });
        }
    }

    /** Returns false once no source is read any more, until the program is started again. */
    public synchronized boolean ready() {
        return loop == null || !loop.failed();
    }

    private SourceSession session() {
        return new SourceSession(settings, sources, decoder, this::matching, begun, telemetry);
    }

    private EventMatching matching(ResourceTables tables) {
        return new EventMatching(tables, telemetry.matching(), telemetry.clock(), telemetry.tracing());
    }

    @Override
    public void close() {
        var ending = ending();
        if (ending != null) {
            ending.close();
        }
    }

    private synchronized @Nullable SessionLoop ending() {
        closed = true;
        return loop;
    }
}
