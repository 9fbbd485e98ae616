package io.tidings.export.job;

import static java.util.Map.entry;

import io.tidings.contract.Topics;
import io.tidings.contract.job.JobTable;
import io.tidings.export.write.JobMetrics;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.session.Session;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * A membership in the group that shares the only partition of jobs, so that one instance works on them: the one that
 * reads them.
 */
final class JobSession implements Session, ConsumerRebalanceListener {
    /** A record ends the poll, and a stop waits for its end. */
    private static final Duration IDLE = Duration.ofSeconds(1);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TO_LEAVE = Duration.ofSeconds(1);

    private final KafkaClients clients;
    private final Consumer<byte[], byte[]> consumer;
    private final Topics topics;
    private final TopicPartition partition;
    private final JobExecutor executor;
    private final JobMetrics metrics;
    private JobTable table = new JobTable();
    private Followed<Void> jobs;
    private boolean owned;
    private boolean begins;
    private volatile boolean stopped;

    JobSession(KafkaClients clients, Topics topics, JobExecutor executor, JobMetrics metrics) {
        this.clients = clients;
        this.topics = topics;
        this.jobs = Followed.jobs(topics, table);
        this.partition = new TopicPartition(topics.jobs(), 0);
        this.executor = executor;
        this.metrics = metrics;
        consumer = clients.consumer(Map.ofEntries(
                entry("group.id", group(topics)),
                entry("group.protocol", "classic"),
                entry("enable.auto.commit", false),
                entry("auto.offset.reset", "earliest"),
                entry("isolation.level", "read_committed"),
                entry("session.timeout.ms", 10_000),
                entry("heartbeat.interval.ms", 3_000),
                entry("fetch.max.wait.ms", 2_000),
                entry("retry.backoff.ms", KafkaClients.RETRY_BACKOFF_MILLIS)));
    }

    static String group(Topics topics) {
        return topics.prefix() + "jobs";
    }

    @Override
    public void run() {
        consumer.subscribe(List.of(partition.topic()), this);
        while (!stopped) {
            var rest = owned ? work() : IDLE;
            read(consumer.poll(rest));
            if (!owned) {
                executor.abandon();
            }
        }
    }

    /** Returns how long there is nothing to do. */
    private Duration work() {
        if (begins) {
            executor.abandon();
            begins = false;
            begins = !readToEnd();
        }
        return begins ? IDLE : executor.advance(table, this::readToEnd);
    }

    /**
     * Waits for the end of open transactions, too: that of a killed runner hides what was committed after its beginning.
     *
     * @return false if another instance has become the owner, or this one stops
     */
    private boolean readToEnd() {
        long end = end();
        while (owned && !begins && !stopped && consumer.position(partition) < end) {
            read(consumer.poll(POLL));
        }
        return owned && !begins && !stopped;
    }

    private long end() {
        try (var admin = clients.admin()) {
            return new PartitionLogs(admin).end(partition);
        }
    }

    private void read(ConsumerRecords<byte[], byte[]> records) {
        for (var record : records) {
            if (record.key() != null) {
                var _ = jobs.reader().read(record);
            }
        }
        if (!records.isEmpty()) {
            metrics.show(table.jobs());
        }
    }

    /** Begins with an empty table, because what is read again would undo what was read before. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
        if (assigned.contains(partition)) {
            table = new JobTable();
            jobs = Followed.jobs(topics, table);
            consumer.seekToBeginning(List.of(partition));
            owned = true;
            begins = true;
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        if (revoked.contains(partition)) {
            owned = false;
            metrics.show(List.of());
        }
    }

    @Override
    public boolean ready() {
        return !stopped;
    }

    @Override
    public void stop() {
        stopped = true;
    }

    /** Without a limit it would wait for a rebalance that other members may have begun. */
    @Override
    public void close() {
        executor.abandon();
        metrics.show(List.of());
        consumer.close(CloseOptions.timeout(stopped ? TO_LEAVE : Duration.ZERO));
    }
}
