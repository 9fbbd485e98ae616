package io.tidings.topology.source;

import io.tidings.contract.topic.SourceDecoder;
import io.tidings.contract.topic.SourceStart;
import io.tidings.runtime.kafka.Transactions;
import io.tidings.runtime.session.Session;
import io.tidings.topology.match.EventMatching;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.TableBehind;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;

/** The reading of sources until it fails. It has Kafka clients only while there are sources. */
final class SourceSession implements Session {
    private static final Duration BEFORE_LOOKING_AGAIN = Duration.ofSeconds(5);

    private final SourceSettings settings;
    private final PresentSources sources;
    private final SourceDecoder decoder;
    private final Function<ResourceTables, EventMatching> matchings;
    private final BegunRecords begun;
    private final SourceService.Telemetry telemetry;
    private volatile boolean stopped;

    SourceSession(
            SourceSettings settings,
            PresentSources sources,
            SourceDecoder decoder,
            Function<ResourceTables, EventMatching> matchings,
            BegunRecords begun,
            SourceService.Telemetry telemetry) {
        this.settings = settings;
        this.sources = sources;
        this.decoder = decoder;
        this.matchings = matchings;
        this.begun = begun;
        this.telemetry = telemetry;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                sources.awaitAny(() -> !stopped);
                if (!stopped) {
                    readWhileThereAreSources();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (KafkaException e) {
            throw e;
        } catch (TableBehind e) {
            throw new KafkaException("sources wait for a table", e);
        } catch (RuntimeException e) {
            throw new KafkaException("the reader of sources failed; please report this bug", e);
        }
    }

    private void readWhileThereAreSources() throws InterruptedException {
        // The transactions first: the offsets of a predecessor's open transaction cannot be read.
        try (var admin = settings.clients().admin();
                var transactions = transactions();
                var catchUp = CatchUpConsumer.open(settings, telemetry.matching(), telemetry.sources());
                var consumer = SourceConsumer.open(
                        settings, admin, this::start, begun, transactions, telemetry.matching(), telemetry.sources())) {
            var access = new TopicAccess(admin, telemetry.sources());
            var reader = new SourceReader(consumer, catchUp, access, this::matching, transactions, telemetry.sources());
            while (!stopped && mayComeBack()) {
                telemetry.loops().turned();
                if (!reader.read(sources.known())) {
                    sources.awaitChange(() -> !stopped, BEFORE_LOOKING_AGAIN);
                }
            }
            consumer.giveAwayAll();
            telemetry.sources().nothingIsRead();
        } finally {
            telemetry.loops().ended();
        }
    }

    private SourceMatching matching(ResourceTables tables) {
        return new SourceMatching(decoder, tables.index(), matchings.apply(tables));
    }

    private SourceTransactions transactions() {
        var producer = settings.clients().transactional(settings.ownTransactions(), settings.producer());
        var transactions = new Transactions(producer);
        telemetry.sources().bind(transactions);
        return new SourceTransactions(transactions, settings.topics());
    }

    /** Tables that are not known may have sources. */
    private boolean mayComeBack() {
        return sources.known().isEmpty() || sources.any();
    }

    private Optional<SourceStart> start(String kafkaTopic) {
        return sources.known()
                .flatMap(known -> Optional.ofNullable(known.topics().get(kafkaTopic)))
                .map(topic -> topic.source().start());
    }

    @Override
    public boolean ready() {
        return true;
    }

    @Override
    public void stop() {
        stopped = true;
        sources.wake();
    }

    /** Nothing is left open when {@link #run} has returned. */
    @Override
    public void close() {}
}
