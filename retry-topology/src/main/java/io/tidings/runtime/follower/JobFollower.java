package io.tidings.runtime.follower;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.job.JobTable;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.LoopWatch;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a {@link JobTable} up to date with the topic of jobs. */
public final class JobFollower implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(JobFollower.class);

    private final TopicPartition partition;
    private final JobTable table;
    private final TopicFollower follower;

    private JobFollower(KafkaClients clients, Topics topics, JobTable table) {
        this.partition = new TopicPartition(topics.jobs(), 0);
        this.table = table;
        this.follower = TopicFollower.start(clients, "job-follower", List.of(partition), this::take);
    }

    public static JobFollower start(KafkaClients clients, Topics topics, JobTable table) {
        return new JobFollower(clients, topics, table);
    }

    public void bindTo(MeterRegistry registry) {
        follower.bindTo(registry);
    }

    public void watchedBy(LoopWatch loops) {
        follower.watchedBy(loops);
    }

    /** Completes when the topic is read to the end that it had at the start; with the cause if that failed. */
    public CompletionStage<Void> caughtUp() {
        return follower.caughtUp();
    }

    /** Completes with the cause if the topic can no longer be read, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return follower.ended();
    }

    /** Completes when the topic is read up to a position, or to its present end. */
    public CompletionStage<Void> reached(long wanted) {
        return follower.reachedOrEnd(partition, wanted);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        var key = new String(record.key(), UTF_8);
        table.read(key, record.headers(), record.value())
                .ifPresent(problem -> log.warn(
                        "{} at offset {} of {} is ignored: {}", key, record.offset(), record.topic(), problem));
    }

    @Override
    public void close() {
        follower.close();
    }
}
