package io.tidings.ingest;

import static java.util.Map.entry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import io.tidings.ingest.access.BearerTokens;
import io.tidings.ingest.access.ManagerAuth;
import io.tidings.ingest.access.TokensFile;
import io.tidings.ingest.audit.AuditLog;
import io.tidings.ingest.audit.ManagerAccess;
import io.tidings.ingest.console.ConsoleFiles;
import io.tidings.ingest.job.OperatorApis;
import io.tidings.ingest.manage.ArmApi;
import io.tidings.ingest.manage.ManagementApi;
import io.tidings.ingest.manage.ManualValidationApi;
import io.tidings.ingest.manage.ResourceView;
import io.tidings.ingest.manage.StatusView;
import io.tidings.ingest.oidc.OidcTokens;
import io.tidings.ingest.overview.StorageConditions;
import io.tidings.ingest.publish.DedicatedTopics;
import io.tidings.ingest.publish.EventAppender;
import io.tidings.ingest.publish.PublishApi;
import io.tidings.ingest.publish.PublishMetrics;
import io.tidings.ingest.publish.PublishRates;
import io.tidings.ingest.reconcile.AwaitingCompletion;
import io.tidings.ingest.reconcile.AwaitingValidation;
import io.tidings.ingest.reconcile.ReconcileMetrics;
import io.tidings.ingest.reconcile.SubscriptionReconciler;
import io.tidings.ingest.reconcile.TableRepair;
import io.tidings.ingest.reconcile.ValidationRequests;
import io.tidings.ingest.reconcile.ValidationScheduler;
import io.tidings.ingest.server.IngestServer;
import io.tidings.ingest.validation.ValidationUrl;
import io.tidings.ingest.write.ConflictAwareWriter;
import io.tidings.ingest.write.OvertakenChanges;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SigningSecrets;
import io.tidings.ingest.write.SubscriptionRules;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.Refreshed;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.ConsumerGroup;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.topics.TopicRetention;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** Opens the parts of the ingest service, first those that hold the tables of topics and subscriptions. */
final class IngestAssembly {
    private final Clock clock = Clock.systemUTC();
    private final AwaitingCompletion awaitingCompletion = new AwaitingCompletion();
    private final AwaitingValidation awaitingValidation = new AwaitingValidation();

    private final ProgramScope scope;
    private final IngestConfig config;
    private final MeterRegistry registry;
    private final ReconcileMetrics reconcileMetrics;
    private final Producer<byte[], byte[]> producer;
    private final Admin admin;
    private final SubscriptionJson json;
    private final EventReader reader;
    private final ResourceTable table;
    private final Follower<TableChange> follower;
    private final ResourceWriter writer;
    private final ConflictAwareWriter conflictAware;
    private final EndpointHealthTable health = new EndpointHealthTable();
    private final CountsTable counts = new CountsTable();
    private final StorageConditions conditions;

    /** @param partitions of the topic with the health of endpoints */
    IngestAssembly(ProgramScope scope, IngestConfig config, MeterRegistry registry, int partitions) {
        this.scope = scope;
        this.config = config;
        this.registry = registry;
        var log = config.log();
        var secrets = config.resources().secrets();
        var overtaken = new OvertakenChanges();
        reconcileMetrics = new ReconcileMetrics(registry);
        producer = scope.open(log.clients().producer(producerSettings(config)));
        scope.open(new KafkaClientMetrics(producer)).bindTo(registry);
        admin = log.clients().admin();
        scope.open(() -> admin.close(Duration.ZERO));
        json = new SubscriptionJson(config.resources().endpoints());
        reader = new EventReader(config.resources().ids());
        table = new ResourceTable(json, secrets);
        var changes = awaitingCompletion
                .andThen(awaitingValidation)
                .andThen(overtaken)
                .andThen(reconcileMetrics);
        follower =
                scope.follow(Followed.resources(log.topics(), table, changes)).awaitCaughtUp();
        writer = new ResourceWriter(producer, log.topics(), follower, new PartitionLogs(admin), secrets);
        reconcileMetrics.count(table, registry);
        conflictAware = new ConflictAwareWriter(table, writer, overtaken);
        scope.follow(Followed.health(log.topics(), partitions, health)).awaitCaughtUp();
        scope.follow(Followed.counts(log.topics(), partitions, counts)).awaitCaughtUp();
        conditions = scope.open(new StorageConditions(log.clients(), log.topics()));
    }

    IngestServer server() {
        var appender = appender();
        var operators = new Operators(scope, config, admin, table, health, counts, conditions, clock);
        var management = management(operators.open(producer, appender));
        var endpointValidation = config.validation().endpointValidation();
        var routes = new IngestRoutes(
                publishing(appender),
                management,
                new ArmApi(management, config.resources().ids()),
                new ManualValidationApi(table, conflictAware, endpointValidation, clock),
                ApiDescription.read(),
                ConsoleFiles.of(config.console()),
                config.server().management() != null);
        return scope.open(IngestServer.start(config.server(), routes.handlers()));
    }

    private ManagementApi management(OperatorApis operators) {
        var resources = config.resources();
        var retention = new TopicRetention(admin, config.log().topics());
        return ManagementApi.of(
                managerAccess(),
                table,
                writer,
                new ResourceView(
                        table,
                        new StatusView(health, counts, clock),
                        resources.ids(),
                        config.publishedAt(),
                        resources.accounts()),
                new SubscriptionRules(
                        json,
                        resources.addresses(),
                        retention::tooShortFor,
                        new SigningSecrets(resources.signingOverlap(), new SecureRandom()),
                        resources.credentials(),
                        resources.destinations(),
                        resources.containers(),
                        resources.limits()),
                resources.sources(),
                config.validation().endpointValidation(),
                operators);
    }

    private ManagerAccess managerAccess() {
        var managers = config.managers();
        var others = new ArrayList<BearerTokens>();
        if (managers.tokensFile() != null) {
            var tokens = TokensFile.open(managers.tokensFile());
            tokens.bindTo(registry);
            others.add(tokens);
        }
        if (managers.oidc() != null) {
            others.add(scope.open(OidcTokens.open(managers.oidc())));
        }
        return new ManagerAccess(
                new ManagerAuth(managers.admin(), others),
                new AuditLog(producer, config.log().topics().audit(), registry),
                registry,
                clock);
    }

    private EventAppender appender() {
        var topics = config.log().topics();
        var dedicated = scope.open(DedicatedTopics.follow(admin, topics));
        var subscriptions = new TopicPartition(topics.subscriptions(), 0);
        return new EventAppender(
                producer,
                topics,
                dedicated::exists,
                () -> follower.position(subscriptions),
                scope::endWith,
                scope.tracing());
    }

    private PublishApi publishing(EventAppender appender) {
        var owners = new ConsumerGroup(
                admin, SubscriptionReconciler.group(config.log().topics()));
        var instances = new Refreshed<>(
                "live-instances", 1, _ -> Math.max(1, owners.members().size()), clock);
        var rates = new PublishRates(config.resources().limits().publishing(), instances::latest);
        return new PublishApi(table, config.auth(), reader, appender, rates, new PublishMetrics(registry), clock);
    }

    /** @param server where endpoints may confirm by hand */
    void reconciler(IngestServer server) {
        var endpointValidation = config.validation().endpointValidation();
        var requests = scope.open(validationRequests(server));
        var reconciler = scope.open(SubscriptionReconciler.start(
                config.log().clients(),
                config.log().topics(),
                new TableRepair(table, awaitingCompletion, conflictAware, endpointValidation, reconcileMetrics, clock),
                new ValidationScheduler(table, awaitingValidation, conflictAware, endpointValidation, requests, clock),
                new SystemEvents(scope, config, registry, table, health, conditions, clock).announcer(producer),
                registry));
        scope.endWith(reconciler.ended());
    }

    private ValidationRequests validationRequests(IngestServer server) {
        var resources = config.resources();
        var url = new ValidationUrl(config.validation().serviceUrl(server.httpPort(), server.httpsPort()));
        return ValidationRequests.open(
                ValidationRequests.client(resources.endpoints(), resources.addresses()),
                EndpointCredentials.open(
                        "ingest-service",
                        resources.credentials(),
                        resources.endpoints(),
                        resources.addresses(),
                        registry),
                resources.ids(),
                url,
                config.validation().requestsPerMinute(),
                reconcileMetrics);
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
