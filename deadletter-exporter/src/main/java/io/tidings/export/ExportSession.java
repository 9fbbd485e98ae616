package io.tidings.export;

import io.tidings.export.log.DeadLetterConsumer;
import io.tidings.export.log.Reappender;
import io.tidings.export.log.RejectedRecords;
import io.tidings.export.write.BlobWriter;
import io.tidings.export.write.ConditionNotices;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.session.Session;

/** One consumer and one transactional producer, from joining the group to the loss of either. */
final class ExportSession implements Session {
    private final DeadLetterConsumer deadLetters;
    private final Reappender reappender;
    private final ExportLoop loop;

    ExportSession(
            ExporterConfig config,
            ExporterMetrics metrics,
            ConditionNotices conditions,
            LoopWatch watch,
            BlobWriter writer,
            RejectedRecords rejected,
            ExportClock clocks) {
        var clients = config.kafka().clients();
        var topics = config.kafka().topics();
        var instance = config.kafka().instance();
        var export = config.export();
        // Opened first: the committed offsets of a predecessor's open transaction cannot be read.
        reappender =
                new Reappender(clients, topics.exportersGroup() + "-" + instance, export.transactionBytes(), metrics);
        try {
            deadLetters = new DeadLetterConsumer(
                    clients, topics, topics.exportersGroup(), instance, metrics, conditions::deadLetter, watch);
        } catch (RuntimeException e) {
            reappender.close();
            throw e;
        }
        loop = new ExportLoop(deadLetters, export.windows(), export.hold(), writer, reappender, rejected, clocks);
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
