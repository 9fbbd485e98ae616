package io.tidings.export.redrive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobTable;
import io.tidings.export.selection.EarlierRedrive;
import io.tidings.export.selection.JobRedrive;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The jobs that have brought dead letters back. */
public record PastJobs(Topics topics, Collection<Job> jobs) {
    private static final Duration POLL = Duration.ofMillis(100);

    public PastJobs {
        jobs = List.copyOf(jobs);
    }

    /** Reads the jobs; there are none on a cluster that no program of this release has set up. */
    static PastJobs read(KafkaClients clients, Admin admin, Topics topics) {
        var table = new JobTable();
        if (KafkaFutures.await(admin.listTopics().names(), "asking for topics").contains(topics.jobs())) {
            var partition = new TopicPartition(topics.jobs(), 0);
            try (var consumer = CommittedRecords.consumer(clients)) {
                read(consumer, partition, CommittedRecords.end(admin, partition), table);
            }
        }
        return new PastJobs(topics, table.jobs());
    }

    /** Waits for the end of open transactions, which a killed exporter leaves for some seconds. */
    private static void read(Consumer<byte[], byte[]> consumer, TopicPartition partition, long end, JobTable table) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        while (consumer.position(partition) < end) {
            for (var record : consumer.poll(POLL)) {
                if (record.key() != null) {
                    table.read(new String(record.key(), UTF_8), record.headers(), record.value());
                }
            }
        }
    }

    public List<EarlierRedrive> redrivesOf(SubscriptionKey subscription) {
        return of(subscription)
                .map(job -> JobRedrive.of(job, topics.deadLetters()))
                .flatMap(Optional::stream)
                .toList();
    }

    private Stream<Job> of(SubscriptionKey subscription) {
        return jobs.stream().filter(job -> job.request().subscription().equals(subscription));
    }
}
