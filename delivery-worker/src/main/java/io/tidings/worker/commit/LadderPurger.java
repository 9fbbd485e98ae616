package io.tidings.worker.commit;

import io.tidings.runtime.IntervalTimer;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.HashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes committed records from the ladder every minute, so that a ten-second tier does not keep a week.
 *
 * <p>Records committed in the last minute stay: a new owner reads them to recognise duplicates. Only offsets of ended
 * commits are used, never a consumer's position, so a purge by a former owner does no harm.
 */
public final class LadderPurger implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LadderPurger.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Admin admin;
    private final boolean active;
    private final PurgeableOffsets purgeable = new PurgeableOffsets();
    private final IntervalTimer timer = new IntervalTimer("purge");

    private LadderPurger(Admin admin, boolean active) {
        this.admin = admin;
        this.active = active;
    }

    public static LadderPurger start(Admin admin, boolean active) {
        var purger = new LadderPurger(admin, active);
        purger.timer.every(INTERVAL, purger::run);
        return purger;
    }

    public void committed(TopicPartition partition, long offset) {
        if (active) {
            purgeable.committed(partition, offset);
        }
    }

    private void run() {
        var deletions = new HashMap<TopicPartition, RecordsToDelete>();
        var old = purgeable.nextRound();
        old.forEach((partition, offset) -> deletions.put(partition, RecordsToDelete.beforeOffset(offset)));
        if (deletions.isEmpty()) {
            return;
        }
        try {
            KafkaFutures.await(admin.deleteRecords(deletions).all(), "purging committed records");
        } catch (KafkaException e) {
            purgeable.giveBack(old);
            log.warn("committed records could not be purged; purging is tried again: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.close();
    }
}
