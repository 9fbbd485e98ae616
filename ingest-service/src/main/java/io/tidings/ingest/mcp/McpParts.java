package io.tidings.ingest.mcp;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.access.AdminToken;
import io.tidings.ingest.access.BearerTokens;
import io.tidings.ingest.access.ManagerAuth;
import io.tidings.ingest.access.TokensFile;
import io.tidings.ingest.audit.AuditLog;
import io.tidings.ingest.audit.ManagerAccess;
import io.tidings.ingest.audit.Route;
import io.tidings.ingest.manage.ResourceView;
import io.tidings.ingest.manage.Routes;
import io.tidings.ingest.timeline.TopicRecords;
import io.tidings.ingest.write.ConflictAwareWriter;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SubscriptionRules;
import io.tidings.runtime.http.OutgoingProxy;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What agents need of the service.
 *
 * @param issuer null if no tokens of one are accepted
 * @param identities of agents; the admin token is not among them
 * @param tokens null if there is no such file
 * @param proxy null for none
 * @param management all routes of management
 */
public record McpParts(
        McpSettings settings,
        @Nullable URI issuer,
        List<BearerTokens> identities,
        @Nullable TokensFile tokens,
        ResourceTable table,
        SubscriptionRules rules,
        ResourceWriter writer,
        ConflictAwareWriter conflictAware,
        ResourceView view,
        TopicRecords records,
        EndpointRules endpoints,
        AddressRules addresses,
        @Nullable OutgoingProxy proxy,
        KafkaClients clients,
        PartitionLogs logs,
        AuditLog audit,
        List<Route> management,
        MeterRegistry registry,
        SecureRandom random,
        Clock clock) {
    /** The parts that serve agents, until they are closed. */
    public static final class Open implements AutoCloseable {
        private final McpApi api;
        private final AgentSweep sweep;
        private final Callbacks callbacks;

        private Open(McpApi api, AgentSweep sweep, Callbacks callbacks) {
            this.api = api;
            this.sweep = sweep;
            this.callbacks = callbacks;
        }

        public McpApi api() {
            return api;
        }

        /** Ends subscriptions that may not go on; for the owner of the table. */
        public void sweep() {
            sweep.advance();
        }

        @Override
        public void close() {
            callbacks.close();
        }
    }

    public Open open() {
        var auth = new ManagerAuth(new AdminToken(null, null), identities);
        var access = new ManagerAccess(auth, audit, registry, clock);
        var events = new AgentEvents(table);
        var callbacks = Callbacks.open(endpoints, addresses, proxy, random, clock);
        var api = new McpApi(
                settings,
                issuer,
                auth,
                access,
                events,
                new AgentSubscriptions(events, table, rules, writer, conflictAware, view, callbacks, settings, clock),
                new EventPoll(events, records, clients, logs, new PollCursor(settings.cursorKey(random)), clock),
                new McpTools(new Routes(access, management), random),
                clock);
        return new Open(
                api,
                new AgentSweep(table, writer, view, new AgentRights(issuer, tokens), audit, callbacks, clock),
                callbacks);
    }
}
