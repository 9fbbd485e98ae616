package io.tidings.worker;

import io.tidings.runtime.kafka.KafkaAnswer;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes from the ladder what is committed, every minute, so that a ten-second tier does not keep a week.
 *
 * <p>What was committed in the last minute stays: a new owner reads it to recognise what is written again.
 *
 * <p>Only offsets of ended commits are used, never a position; a purge by a former owner does no harm then.
 */
final class Purge implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Purge.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Admin admin;
    private final boolean active;
    private final OldCommits commits = new OldCommits();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("purge").factory());

    private Purge(Admin admin, boolean active) {
        this.admin = admin;
        this.active = active;
    }

    static Purge start(Admin admin, boolean active) {
        var purge = new Purge(admin, active);
        var _ = purge.timer.scheduleWithFixedDelay(
                purge::run, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return purge;
    }

    /** Takes notice of an ended commit. */
    void committed(OwnedPartition partition, long offset) {
        if (active) {
            commits.committed(partition.partition(), offset);
        }
    }

    private void run() {
        var deletions = new HashMap<TopicPartition, RecordsToDelete>();
        commits.nextRound()
                .forEach((partition, offset) -> deletions.put(partition, RecordsToDelete.beforeOffset(offset)));
        if (deletions.isEmpty()) {
            return;
        }
        try {
            KafkaAnswer.await(admin.deleteRecords(deletions).all(), "purging what is committed");
        } catch (KafkaException e) {
            log.warn("what is committed could not be purged, the next commit tries again: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
