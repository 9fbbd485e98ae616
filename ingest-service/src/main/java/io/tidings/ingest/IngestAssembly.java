package io.tidings.ingest;

import static java.util.Map.entry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.EventTypeTable;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.access.BearerTokens;
import io.tidings.ingest.access.ManagerAuth;
import io.tidings.ingest.access.ReceiverAuth;
import io.tidings.ingest.access.TokensFile;
import io.tidings.ingest.announce.Announcer;
import io.tidings.ingest.announce.PresentConditions;
import io.tidings.ingest.announce.SystemEventWriter;
import io.tidings.ingest.audit.AuditApi;
import io.tidings.ingest.audit.AuditHistory;
import io.tidings.ingest.audit.AuditLog;
import io.tidings.ingest.audit.ManagerAccess;
import io.tidings.ingest.console.ConsoleFiles;
import io.tidings.ingest.console.SignInCodes;
import io.tidings.ingest.figures.SeriesRecorder;
import io.tidings.ingest.figures.SettingsChanges;
import io.tidings.ingest.figures.SourceLags;
import io.tidings.ingest.figures.StatsApi;
import io.tidings.ingest.health.OldestWaiting;
import io.tidings.ingest.health.PresentSubscriptions;
import io.tidings.ingest.health.RecentDeliveries;
import io.tidings.ingest.job.FilterTrialApi;
import io.tidings.ingest.job.JobApi;
import io.tidings.ingest.job.JobLog;
import io.tidings.ingest.job.TestEventApi;
import io.tidings.ingest.manage.ArmApi;
import io.tidings.ingest.manage.ArmDocuments;
import io.tidings.ingest.manage.DomainTopicApi;
import io.tidings.ingest.manage.EventTypeApi;
import io.tidings.ingest.manage.ManualValidationApi;
import io.tidings.ingest.manage.ResourceView;
import io.tidings.ingest.manage.RetainedEvents;
import io.tidings.ingest.manage.Routes;
import io.tidings.ingest.manage.StatusView;
import io.tidings.ingest.manage.SubscriptionApi;
import io.tidings.ingest.manage.TopicApi;
import io.tidings.ingest.mcp.McpParts;
import io.tidings.ingest.mcp.McpSettings;
import io.tidings.ingest.oidc.OidcTokens;
import io.tidings.ingest.overview.AllSubscriptionsApi;
import io.tidings.ingest.overview.MatchingWatch;
import io.tidings.ingest.overview.OverviewApi;
import io.tidings.ingest.overview.RecentActivity;
import io.tidings.ingest.overview.StorageConditions;
import io.tidings.ingest.publish.DedicatedTopics;
import io.tidings.ingest.publish.EventAppender;
import io.tidings.ingest.publish.PublishApi;
import io.tidings.ingest.publish.PublishMetrics;
import io.tidings.ingest.publish.PublishRates;
import io.tidings.ingest.receive.Queues;
import io.tidings.ingest.receive.ReceiveApi;
import io.tidings.ingest.reconcile.AwaitingCompletion;
import io.tidings.ingest.reconcile.AwaitingValidation;
import io.tidings.ingest.reconcile.GonePauses;
import io.tidings.ingest.reconcile.PastStarts;
import io.tidings.ingest.reconcile.ReconcileMetrics;
import io.tidings.ingest.reconcile.SubscriptionReconciler;
import io.tidings.ingest.reconcile.TableRepair;
import io.tidings.ingest.reconcile.ValidationRequests;
import io.tidings.ingest.reconcile.ValidationScheduler;
import io.tidings.ingest.server.IngestServer;
import io.tidings.ingest.systemevent.StorageAnnouncements;
import io.tidings.ingest.systemevent.SubscriptionAnnouncements;
import io.tidings.ingest.timeline.EventScan;
import io.tidings.ingest.timeline.EventsApi;
import io.tidings.ingest.timeline.PayloadApi;
import io.tidings.ingest.timeline.SharedCounts;
import io.tidings.ingest.timeline.SourceRecords;
import io.tidings.ingest.timeline.TimelineApi;
import io.tidings.ingest.timeline.TopicRecords;
import io.tidings.ingest.validation.ValidationUrl;
import io.tidings.ingest.write.ConflictAwareWriter;
import io.tidings.ingest.write.OvertakenChanges;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SigningSecrets;
import io.tidings.ingest.write.SourceRules;
import io.tidings.ingest.write.SubscriptionRules;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.Refreshed;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import io.tidings.runtime.topics.TopicRetention;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Opens the parts of the ingest service, in the order in which requests pass them. */
final class IngestAssembly {
    /** Longer than the timeline waits for its other instances. */
    private static final Duration TIMELINE_PATIENCE = Duration.ofSeconds(8);

    private static final Duration TO_BE_SERVED = Duration.ofSeconds(20);

    private IngestAssembly() {}

    /** @param partitions of the topic with the health of endpoints */
    static IngestServer open(ProgramScope scope, IngestConfig config, int partitions, MeterRegistry registry) {
        var clock = Clock.systemUTC();
        var random = new SecureRandom();
        var log = config.log();
        var names = log.topics();
        var resources = config.resources();
        var validation = config.validation().endpointValidation();
        var producer = scope.open(log.clients().producer(producerSettings(config)));
        scope.open(new KafkaClientMetrics(producer)).bindTo(registry);
        awaitLeaders(producer, List.of(names.events(), names.topics(), names.subscriptions(), names.jobs()));
        var admin = log.clients().admin();
        scope.open(() -> admin.close(Duration.ZERO));

        var awaitingCompletion = new AwaitingCompletion();
        var awaitingValidation = new AwaitingValidation();
        var overtaken = new OvertakenChanges();
        var pastStarts = new PastStarts();
        var reconcileMetrics = new ReconcileMetrics(registry);
        var json = new SubscriptionJson(resources.endpoints());
        var table = new ResourceTable(json, resources.secrets(), EventTypeTable.kept());
        var subscriptionChanges = new SettingsChanges(clock);
        var changes = awaitingCompletion
                .andThen(awaitingValidation)
                .andThen(overtaken)
                .andThen(pastStarts)
                .andThen(subscriptionChanges)
                .andThen(reconcileMetrics);
        var follower = scope.follow(Followed.resources(names, table, changes)).awaitCaughtUp();
        subscriptionChanges.watch();
        reconcileMetrics.count(table, registry);
        pastStarts.count(registry);
        var writer = new ResourceWriter(
                producer, names, follower, new PartitionLogs(admin), resources.secrets(), table, clock);
        var conflictAware = new ConflictAwareWriter(table, writer, overtaken);
        var health = new EndpointHealthTable();
        scope.follow(Followed.health(names, partitions, health)).awaitCaughtUp();
        var counts = new CountsTable();
        scope.follow(Followed.counts(names, partitions, counts)).awaitCaughtUp();
        var conditions = scope.open(new StorageConditions(log.clients(), names));
        var jobs = new JobTable();
        var jobFollower = scope.follow(Followed.jobs(names, jobs)).awaitCaughtUp();

        var jobLog = new JobLog(producer, names, jobFollower);

        var dedicated = scope.open(DedicatedTopics.follow(admin, names));
        var subscriptionsLog = new TopicPartition(names.subscriptions(), 0);
        var appender = new EventAppender(
                producer,
                names,
                dedicated::exists,
                () -> follower.position(subscriptionsLog),
                scope::endWith,
                scope.tracing());
        var owners = new ConsumerGroup(admin, SubscriptionReconciler.group(names));
        var instances = new Refreshed<>(
                "live-instances", 1, _ -> Math.max(1, owners.members().size()), clock);
        var rates = new PublishRates(resources.limits().publishing(), instances::latest);
        var reader = new EventReader(resources.ids());
        var oidc = config.managers().oidc() == null
                ? null
                : scope.open(OidcTokens.open(config.managers().oidc()));
        var tokens = tokens(config.managers(), registry);
        var identities = identities(tokens, oidc);
        var publishing = new PublishApi(
                table, config.auth().with(identities), reader, appender, rates, new PublishMetrics(registry), clock);

        var retention = new TopicRetention(admin, names);
        var rules = new SubscriptionRules(
                json,
                resources.addresses(),
                retention::tooShortFor,
                new SigningSecrets(resources.signingOverlap(), random),
                resources.credentials(),
                resources.destinations(),
                resources.containers(),
                resources.letterTopics(),
                resources.limits());
        var timeline = new SharedCounts(timeline(scope, config.timeline()), clock);
        var present = new PresentSubscriptions(table, health, counts, new RecentDeliveries(timeline, clock));
        present.bindTo(registry, clock);
        var view = new ResourceView(
                table,
                new StatusView(present, health.recoveries(), jobs, clock),
                resources.ids(),
                config.publishedAt(),
                resources.accounts(),
                resources.containers(),
                resources.letterTopics());
        var series = scope.open(SeriesRecorder.start(
                table,
                counts,
                timeline,
                new SourceLags(table, new ConsumerGroup(admin, names.sourcesGroup())),
                config.timeline().mostSeries(),
                clock));

        var records = scope.open(new SourceRecords(log.clients(), names));
        var ofTopics = new TopicRecords(names, resources.sources(), resources.ids());

        var description = ApiDescription.read();
        var audit = new AuditLog(producer, names.audit(), registry);
        var access = new ManagerAccess(new ManagerAuth(config.managers().admin(), identities), audit, registry, clock);
        var byHand = new ManualValidationApi(table, conflictAware, validation, clock);
        var eventTypes = new EventTypeApi(table, writer, view);
        var domainTopics = new DomainTopicApi(table, writer, view, resources.limits());
        var subscriptions = new SubscriptionApi(
                table,
                writer,
                view,
                domainTopics,
                rules,
                validation,
                new RetainedEvents(new PartitionLogs(admin), names),
                clock);
        var managed = IngestRoutes.management(
                description,
                new TopicApi(
                        table,
                        writer,
                        view,
                        new SourceRules(table, resources.sources()),
                        resources.limits(),
                        eventTypes,
                        domainTopics),
                domainTopics,
                eventTypes,
                subscriptions,
                new OverviewApi(
                        present,
                        jobs,
                        new RecentActivity(timeline),
                        new MatchingWatch(admin, names, clock),
                        conditions,
                        clock),
                new AllSubscriptionsApi(present, new OldestWaiting(timeline, clock), clock),
                new JobApi(jobs, jobLog, table, clock, random),
                new FilterTrialApi(table, reader, clock),
                new TestEventApi(table, reader, appender, clock),
                new TimelineApi(
                        timeline,
                        table,
                        counts,
                        records,
                        new KafkaEvents(EventReader.ofAccepted(resources.ids())),
                        new RetryLadder(log.scale()),
                        clock),
                new EventsApi(timeline, table, new EventScan(log.clients(), new PartitionLogs(admin)), ofTopics, clock),
                new StatsApi(timeline, table, series, subscriptionChanges, clock),
                new PayloadApi(timeline, table, records, ofTopics),
                new AuditApi(scope.open(new AuditHistory(log.clients(), admin, names.audit()))));
        var management = new Routes(access, managed);
        var queues = scope.open(new Queues(
                health.owners(),
                counts,
                () -> producer.partitionsFor(names.deliveries()).size(),
                config.receiveSecret()));
        var receivers = new ReceiveApi(table, new ReceiverAuth(identities), queues, clock);
        var routes = new IngestRoutes(
                new Routes(access, IngestRoutes.publishing(description, publishing, receivers, byHand)),
                management,
                new ArmApi(
                        management,
                        new Routes(access, IngestRoutes.azureLists(subscriptions)),
                        new Routes(access, config.armTools() ? ArmDocuments.routes(resources.ids()) : List.of()),
                        resources.ids()),
                ConsoleFiles.of(config.console(), () -> oidc == null ? Optional.empty() : oidc.signInEndpoints()),
                new SignInCodes(config.console(), config.managers().admin(), clock, random),
                config.server().management() != null);
        var mcp = config.mcp();
        var agents = mcp == null
                ? null
                : scope.open(new McpParts(
                                mcp,
                                issuer(config.managers()),
                                identities(tokens, oidcOfAgents(scope, config.managers(), mcp)),
                                tokens,
                                table,
                                rules,
                                writer,
                                conflictAware,
                                view,
                                ofTopics,
                                resources.endpoints(),
                                resources.addresses(),
                                resources.proxy(),
                                log.clients(),
                                new PartitionLogs(admin),
                                audit,
                                managed,
                                registry,
                                random,
                                clock)
                        .open());
        var server = scope.open(IngestServer.start(
                config.server(),
                routes::onPublishing,
                routes::onManagement,
                mcp == null || agents == null ? null : new IngestServer.Own(mcp.listener(), agents.api()::respond)));
        scope.open(queues::drain);

        var requests = scope.open(new ValidationRequests(
                resources.endpoints(),
                resources.addresses(),
                resources.proxy(),
                EndpointCredentials.open(
                        "ingest-service",
                        resources.credentials(),
                        resources.endpoints(),
                        resources.addresses(),
                        resources.proxy(),
                        registry),
                resources.ids(),
                new ValidationUrl(config.validation().serviceUrl(server.httpPort(), server.httpsPort())),
                config.validation().requestsPerMinute(),
                reconcileMetrics));
        var starting =
                new PastStarts.Surroundings(table, jobs, jobLog, conflictAware, new PartitionLogs(admin), names, clock);
        var reconciler = scope.open(new SubscriptionReconciler(
                log.clients(),
                names,
                new TableRepair(table, awaitingCompletion, conflictAware, validation, reconcileMetrics, clock),
                new GonePauses(table, health, conflictAware, audit, reconcileMetrics, clock),
                () -> pastStarts.advance(starting),
                agents == null ? () -> {} : agents::sweep,
                new ValidationScheduler(table, awaitingValidation, conflictAware, validation, requests, clock),
                announcer(scope, config, table, health, conditions, producer, registry, clock),
                registry));
        scope.endWith(reconciler.ended());
        scope.open(follower.listen(_ -> reconciler.wakeUp()));
        return server;
    }

    private static TimelineApi.Timeline timeline(ProgramScope scope, IngestConfig.Timeline settings) {
        var client = scope.open(new TimelineClient(settings.secret(), TIMELINE_PATIENCE));
        var url = settings.url();
        return query -> {
            if (url == null) {
                throw new TimelineUnavailableException("there is no timeline: the setting timeline.url is empty");
            }
            return client.ask(url, query);
        };
    }

    private static @Nullable TokensFile tokens(ManagerSettings managers, MeterRegistry registry) {
        if (managers.tokensFile() == null) {
            return null;
        }
        var tokens = TokensFile.open(managers.tokensFile());
        tokens.bindTo(registry);
        return tokens;
    }

    private static @Nullable URI issuer(ManagerSettings managers) {
        return managers.oidc() == null ? null : managers.oidc().issuer();
    }

    /** A token of an agent is made for the listener of agents, and one of a manager is not. */
    private static @Nullable OidcTokens oidcOfAgents(ProgramScope scope, ManagerSettings managers, McpSettings mcp) {
        return managers.oidc() == null
                ? null
                : scope.open(OidcTokens.open(managers.oidc().withAudiences(mcp.audiences())));
    }

    /** The tokens of managers, publishers or agents, without the admin token. */
    private static List<BearerTokens> identities(@Nullable TokensFile tokens, @Nullable OidcTokens oidc) {
        var identities = new ArrayList<BearerTokens>();
        if (tokens != null) {
            identities.add(tokens);
        }
        if (oidc != null) {
            identities.add(oidc);
        }
        return identities;
    }

    /** Returns the work of the owner, which does nothing without a topic of system events. */
    private static Runnable announcer(
            ProgramScope scope,
            IngestConfig config,
            ResourceTable table,
            EndpointHealthTable health,
            StorageConditions conditions,
            Producer<byte[], byte[]> producer,
            MeterRegistry registry,
            Clock clock) {
        var topic = config.log().systemTopic();
        if (topic == null) {
            return () -> {};
        }
        var ids = config.resources().ids();
        var names = config.log().topics();
        var partition = new TopicPartition(names.conditions(), 0);
        var follower = scope.follow(conditions.follower()).awaitCaughtUp();
        return new Announcer(
                new PresentConditions(
                        table,
                        health,
                        conditions.table(),
                        () -> follower.position(partition),
                        new RequiredTopic(topic, EventSchema.CLOUD_EVENTS)),
                new SubscriptionAnnouncements(ids),
                new StorageAnnouncements(ids.idOf(topic)),
                new SystemEventWriter(producer, names, topic, registry),
                clock);
    }

    /**
     * Brokers serve new topics some time after these are created, and the producer waits only briefly to know their
     * leaders. Until it does, publishers and managers get 503.
     */
    private static void awaitLeaders(Producer<byte[], byte[]> producer, List<String> topics) {
        long begun = System.nanoTime();
        for (var topic : topics) {
            boolean served = isServed(producer, topic);
            while (!served && System.nanoTime() - begun < TO_BE_SERVED.toNanos()) {
                served = isServed(producer, topic);
            }
        }
    }

    private static boolean isServed(Producer<byte[], byte[]> producer, String topic) {
        try {
            return !producer.partitionsFor(topic).isEmpty();
        } catch (TimeoutException _) {
            return false;
        }
    }

    /**
     * The waits are bounded, so that a publisher is told of lost brokers before its own timeout. Without linger the
     * first event of a request may be sent alone; the others are one batch, and with two requests in flight both take
     * one round trip.
     */
    private static Map<String, Object> producerSettings(IngestConfig config) {
        return Map.ofEntries(
                entry("acks", "all"),
                entry("enable.idempotence", true),
                entry("compression.type", "lz4"),
                entry("linger.ms", 0),
                entry("batch.size", EventLimits.MAX_REQUEST_BYTES),
                entry("max.in.flight.requests.per.connection", 2),
                entry("max.block.ms", 2_000),
                entry("request.timeout.ms", 5_000),
                entry("delivery.timeout.ms", 10_000),
                entry("buffer.memory", config.log().bufferBytes()));
    }
}
