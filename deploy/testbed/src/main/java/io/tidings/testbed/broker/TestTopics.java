package io.tidings.testbed.broker;

import io.tidings.testbed.load.Patience;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Topics of Kafka that a test uses as soon as it has created them. */
public final class TestTopics {
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(1), Duration.ofMillis(20));

    private TestTopics() {}

    /** Returns when each partition's leader serves it; the controller answers before any broker knows the topics. */
    public static void create(Admin admin, NewTopic... topics) {
        var created = admin.createTopics(List.of(topics));
        GroupLag.await(created.all());
        var names = created.values().keySet();
        if (!PATIENCE.until(() -> served(admin, names))) {
            throw new IllegalStateException("no broker serves the topics " + names + " after a minute");
        }
    }

    private static boolean served(Admin admin, Set<String> names) {
        try {
            return !GroupLag.ends(admin, names).isEmpty();
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }
}
