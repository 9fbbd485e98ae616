package io.tidings.export;

import io.tidings.export.config.ExporterConfig;
import io.tidings.export.log.DeadLetterConsumer;
import io.tidings.export.log.Reappender;
import io.tidings.export.write.ConditionNotices;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.session.Session;

/** One consumer and one transactional producer, from joining the group to the loss of either. */
final class ExportSession implements Session {
    private final DeadLetterConsumer deadLetters;
    private final Reappender reappender;
    private final ExportLoop loop;

    private ExportSession(DeadLetterConsumer deadLetters, Reappender reappender, ExportLoop loop) {
        this.deadLetters = deadLetters;
        this.reappender = reappender;
        this.loop = loop;
    }

    @FunctionalInterface
    interface Loops {
        ExportLoop of(DeadLetterConsumer deadLetters, Reappender reappender);
    }

    static ExportSession open(
            ExporterConfig config, ExporterMetrics metrics, ConditionNotices conditions, LoopWatch watch, Loops loops) {
        // Opened first: the committed offsets of a predecessor's open transaction cannot be read.
        var reappender = Reappender.open(config.kafka(), config.export().transactionBytes(), metrics);
        try {
            var deadLetters = DeadLetterConsumer.open(config.kafka(), metrics, conditions, watch);
            return new ExportSession(deadLetters, reappender, loops.of(deadLetters, reappender));
        } catch (RuntimeException e) {
            reappender.close();
            throw e;
        }
    }

    @Override
    public void run() {
        loop.run();
    }

    @Override
    public boolean ready() {
        return loop.ready();
    }

    @Override
    public void stop() {
        loop.stop();
    }

    @Override
    public void close() {
        deadLetters.close();
        reappender.close();
    }
}
