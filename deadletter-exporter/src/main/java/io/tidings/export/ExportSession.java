package io.tidings.export;

import io.tidings.runtime.repair.Session;

/** An exporter's work with one consumer and one transactional producer, from joining the group to the loss of either. */
final class ExportSession implements Session {
    private final DeadLetterLog log;
    private final Postponement postponement;
    private final ExportLoop loop;

    private ExportSession(DeadLetterLog log, Postponement postponement, ExportLoop loop) {
        this.log = log;
        this.postponement = postponement;
        this.loop = loop;
    }

    /** Makes the loop that exports what a log has. */
    @FunctionalInterface
    interface Loops {
        ExportLoop of(DeadLetterLog log, Postponement postponement);
    }

    static ExportSession open(ExporterConfig config, ExporterMetrics metrics, Loops loops) {
        // Before the group is joined: offsets in a predecessor's open transaction cannot be read.
        var postponement = Postponement.open(config.kafka(), config.export().transactionBytes(), metrics);
        try {
            var log = DeadLetterLog.open(config.kafka(), metrics);
            return new ExportSession(log, postponement, loops.of(log, postponement));
        } catch (RuntimeException e) {
            postponement.close();
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
        log.close();
        postponement.close();
    }
}
