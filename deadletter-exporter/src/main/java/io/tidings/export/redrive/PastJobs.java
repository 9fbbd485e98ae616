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
import io.tidings.runtime.kafka.TopicFollower;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** The jobs that have brought dead letters back. */
public record PastJobs(Topics topics, Collection<Job> jobs) {
    public PastJobs {
        jobs = List.copyOf(jobs);
    }

    /** Reads the jobs; there are none on a cluster that no program of this release has set up. */
    static PastJobs read(KafkaClients clients, Admin admin, Topics topics) {
        var table = new JobTable();
        if (KafkaFutures.await(admin.listTopics().names(), "asking for topics").contains(topics.jobs())) {
            try (var follower = TopicFollower.start(
                    clients,
                    "job-reader",
                    List.of(new TopicPartition(topics.jobs(), 0)),
                    record -> table.read(new String(record.key(), UTF_8), record.headers(), record.value()))) {
                KafkaFutures.await(follower.caughtUp().toCompletableFuture(), "reading the jobs");
            }
        }
        return new PastJobs(topics, table.jobs());
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
