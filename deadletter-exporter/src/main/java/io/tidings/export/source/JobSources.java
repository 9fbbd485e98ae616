package io.tidings.export.source;

import io.tidings.contract.Topics;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.parse.EventDecoder;
import io.tidings.contract.parse.EventReader;
import io.tidings.contract.parse.KafkaEvents;
import io.tidings.export.archive.EarlierArchiveRedrives;
import io.tidings.export.blob.BlobReaders;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens what jobs read.
 *
 * @param defaultTopic of events that name none; null if these are rejected
 */
public record JobSources(
        KafkaClients clients,
        Topics topics,
        TopicIds ids,
        @Nullable String defaultTopic,
        BlobReaders blobs) {
    /**
     * Only one job with this id can run. A redrive of the topic has the id of the command that earlier releases had, so
     * that it fences one that still runs: what both take is taken once. A dry run takes nothing, so it fences none of them.
     */
    public String transactionalId(Job job) {
        var request = job.request();
        if (request.dryRun()) {
            return ownTransactions(job) + "/dry-run";
        }
        return switch (request.kind()) {
            case REDRIVE ->
                request.letters() == Letters.TOPIC
                        ? new CommandRedrives(topics, request.subscription()).transactionalId()
                        : ownTransactions(job);
            case REPLAY -> ownTransactions(job);
        };
    }

    private String ownTransactions(Job job) {
        return topics.prefix() + "job." + job.request().subscription();
    }

    /**
     * @param past all jobs
     * @param positions what is before them need not be read again
     * @throws CannotRedrive if it cannot be read
     */
    public JobItems open(Job job, SubscriptionInForce target, Collection<Job> past, Map<String, Long> positions) {
        var request = job.request();
        var others = past.stream().filter(each -> !each.id().equals(job.id())).toList();
        return switch (request.kind()) {
            case REPLAY ->
                EventItems.open(
                        clients,
                        topics,
                        decoder(request.subscription().topic(), target.input()),
                        job,
                        CompiledSubscription.of(target.entry()),
                        EarlierReplays.of(others, request.subscription()),
                        positions);
            case REDRIVE ->
                switch (request.letters()) {
                    case TOPIC -> DeadLetterItems.open(clients, topics, job, target.entry(), others);
                    case BLOBS -> blobs(job, target, others, positions);
                };
        };
    }

    private JobItems blobs(Job job, SubscriptionInForce target, Collection<Job> others, Map<String, Long> positions) {
        var key = job.request().subscription();
        var subscription = target.entry().subscription();
        var destination = subscription.deadLetters();
        if (destination == null) {
            throw new CannotRedrive("subscription " + key + " has no dead-letter destination");
        }
        var reader = blobs.open(destination.account())
                .orElseThrow(() -> new CannotRedrive("this exporter has no storage for the account "
                        + destination.account() + ": set deadletter.storage." + destination.account()));
        var schema = subscription.deliveredAs(target.input().schema());
        return new BlobItems(
                reader,
                destination,
                job,
                new BlobItems.Target(target.entry(), schema, topics.deliveries()),
                EarlierArchiveRedrives.of(others, key),
                positions);
    }

    /** Rejects the events of all other topics, so that they are not parsed. */
    private EventDecoder decoder(String topic, Input input) {
        return new EventDecoder(
                topics,
                defaultTopic,
                name -> name.equals(topic) ? Optional.of(input) : Optional.empty(),
                new KafkaEvents(new EventReader(ids)));
    }
}
