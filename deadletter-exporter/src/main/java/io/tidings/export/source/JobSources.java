package io.tidings.export.source;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.export.blob.BlobReaders;
import io.tidings.export.selection.BlobPlace;
import io.tidings.export.selection.EarlierArchiveRedrives;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Opens what jobs read.
 *
 * @param defaultTopic of events that name none; null if these are rejected
 * @param containers that dead letters may come from
 */
public record JobSources(
        KafkaClients clients,
        Topics topics,
        TopicIds ids,
        @Nullable String defaultTopic,
        BlobReaders blobs,
        AllowedContainers containers) {
    /**
     * Only one job with this id can run. The id of a job of one subscription is its claim. So a redrive of the topic has
     * the id of the command of earlier releases, and fences such a command if it still runs.
     */
    public String transactionalId(Job job) {
        return job.request().targets().isOne() ? claims(job).iterator().next() : topics.prefix() + "job." + job.id();
    }

    /**
     * Returns one claim for each subscription of the job. Jobs with a common claim run one after the other, so that no
     * event is brought back by both. A dry run brings nothing back, so its claims differ from those of other jobs.
     */
    public Set<String> claims(Job job) {
        return job.request().targets().keys().stream()
                .map(key -> claim(job.request(), key))
                .collect(Collectors.toUnmodifiableSet());
    }

    private String claim(JobRequest request, SubscriptionKey key) {
        var own = topics.prefix() + "job." + key;
        if (request.dryRun()) {
            return own + "/dry-run";
        }
        return switch (request.kind()) {
            case REDRIVE ->
                request.letters() == Letters.TOPIC ? new CommandRedrives(topics, key).transactionalId() : own;
            case REPLAY, START -> own;
        };
    }

    /**
     * Ends the transactions of a former owner of the jobs that excludes this one. A job of the same id needs none of this;
     * those of several subscriptions have ids of their own.
     *
     * @param jobs all
     */
    public void fenceRivals(Job job, Collection<Job> jobs) {
        var claims = claims(job);
        var own = transactionalId(job);
        var rivals = jobs.stream()
                .filter(each -> !each.ended() && !Collections.disjoint(claims, claims(each)))
                .map(this::transactionalId)
                .filter(id -> !id.equals(own))
                .collect(Collectors.toSet());
        if (!rivals.isEmpty()) {
            try (var admin = clients.admin()) {
                KafkaFutures.await(admin.fenceProducers(rivals).all(), "ending the transactions of other jobs");
            }
        }
    }

    /**
     * @param past all jobs
     * @param positions what is before them need not be read again
     * @throws CannotRedrive if it cannot be read
     */
    public JobItems open(Job job, TargetsInForce targets, Collection<Job> past, Map<String, Long> positions) {
        if (job.request().kind() == JobKind.START) {
            return EventItems.start(clients, topics, decoder(targets), job, targets, positions);
        }
        var others = past.stream().filter(each -> !each.id().equals(job.id())).toList();
        var broughtBack = TimesBroughtBack.open(clients, topics, job, targets, others);
        return new ChainedItems(List.of(() -> broughtBack, () -> items(job, targets, others, broughtBack, positions)));
    }

    private JobItems items(
            Job job,
            TargetsInForce targets,
            Collection<Job> others,
            TimesBroughtBack broughtBack,
            Map<String, Long> positions) {
        var request = job.request();
        return switch (request.kind()) {
            case REPLAY, START ->
                EventItems.open(clients, topics, decoder(targets), job, targets, broughtBack, positions);
            case REDRIVE ->
                switch (request.letters()) {
                    case TOPIC -> DeadLetterItems.open(clients, topics, job, targets, others, broughtBack);
                    case BLOBS -> blobs(job, targets, others, broughtBack, positions);
                };
        };
    }

    /** A subscription without a dead-letter destination has no blobs. */
    private JobItems blobs(
            Job job,
            TargetsInForce targets,
            Collection<Job> others,
            TimesBroughtBack broughtBack,
            Map<String, Long> positions) {
        var folders = new HashMap<String, SubscriptionKey>();
        var items = new ArrayList<Supplier<JobItems>>();
        targets.entries().forEach((key, entry) -> {
            var destination = entry.subscription().deadLetters();
            if (destination == null) {
                return;
            }
            var other = folders.put(BlobPlace.folder(key.name()), key);
            if (other != null) {
                throw new CannotRedrive("the blobs of " + other + " and of " + key
                        + " have the same paths; ask for one job for each of them");
            }
            var input = targets.input(key.topic()).orElseThrow();
            items.add(() -> blobs(job, entry, destination, input, others, broughtBack, positions));
        });
        if (items.isEmpty()) {
            throw new CannotRedrive("subscription "
                    + targets.entries().keySet().stream()
                            .map(SubscriptionKey::toString)
                            .collect(Collectors.joining(", "))
                    + " has no dead-letter destination");
        }
        return new ChainedItems(items);
    }

    private JobItems blobs(
            Job job,
            SubscriptionEntry entry,
            DeadLetterDestination destination,
            Input input,
            Collection<Job> others,
            TimesBroughtBack broughtBack,
            Map<String, Long> positions) {
        containers
                .brokenBy(
                        destination.account(),
                        destination.container(),
                        entry.subscription().key().topic())
                .ifPresent(rule -> {
                    throw new CannotRedrive(
                            "deadLetterDestination of " + entry.subscription().key() + " " + rule);
                });
        var reader = blobs.open(destination.account())
                .orElseThrow(() -> new CannotRedrive("this exporter has no storage for the account "
                        + destination.account() + ": set deadletter.storage." + destination.account()));
        var schema = entry.subscription().deliveredAs(input.schema());
        return new BlobItems(
                reader,
                destination,
                job,
                new BlobItems.Target(entry, schema, topics.deliveries()),
                EarlierArchiveRedrives.of(others, entry.subscription().key()),
                broughtBack,
                positions);
    }

    /** Rejects the events of all other topics, so that they are not parsed. */
    private EventDecoder decoder(TargetsInForce targets) {
        return new EventDecoder(topics, defaultTopic, targets::input, new KafkaEvents(EventReader.ofAccepted(ids)));
    }
}
