package io.tidings.ingest.publish;

import io.tidings.runtime.IntervalTimer;
import io.tidings.runtime.kafka.ConsumerGroup;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The instances of this service, as of a few seconds ago: the members of a group that each of them joins. */
public final class LiveInstances implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LiveInstances.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Admin admin;
    private final String group;
    private final IntervalTimer timer = new IntervalTimer("live-instances");
    private volatile int number = 1;
    private volatile boolean asked;

    private LiveInstances(Admin admin, String group) {
        this.admin = admin;
        this.group = group;
    }

    /** Closes the admin client with it. */
    public static LiveInstances follow(Admin admin, String group) {
        var instances = new LiveInstances(admin, group);
        instances.timer.every(INTERVAL, instances::refresh);
        return instances;
    }

    /** Returns 1 until the members are known. */
    public int number() {
        asked = true;
        return number;
    }

    /** Asks nobody while there is no limit to share. */
    private void refresh() {
        if (!asked) {
            return;
        }
        asked = false;
        try {
            number = Math.max(
                    1, new ConsumerGroup(admin, group, null).members().size());
        } catch (KafkaException e) {
            log.debug("the instances cannot be counted now, what was known stays", e);
        }
    }

    @Override
    public void close() {
        timer.close();
        admin.close();
    }
}
