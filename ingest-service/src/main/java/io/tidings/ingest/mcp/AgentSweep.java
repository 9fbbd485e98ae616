package io.tidings.ingest.mcp;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.audit.AuditLog;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.manage.ResourceView;
import io.tidings.ingest.write.ResourceWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends subscriptions of agents: those whose token has lost the right, whose event type is gone, and those that nobody has
 * refreshed for a day. Done by the instance that owns the table. Confined to one thread.
 */
final class AgentSweep {
    private static final Logger log = LoggerFactory.getLogger(AgentSweep.class);
    private static final Duration BETWEEN = Duration.ofSeconds(5);
    private static final int AT_ONCE = 50;

    /** An agent that comes back is told that it has missed something. */
    static final Duration KEPT = Duration.ofDays(1);

    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final AgentRights rights;
    private final AuditLog audit;
    private final Callbacks callbacks;
    private final Clock clock;
    private Instant next = Instant.MIN;

    AgentSweep(
            ResourceTable table,
            ResourceWriter writer,
            ResourceView view,
            AgentRights rights,
            AuditLog audit,
            Callbacks callbacks,
            Clock clock) {
        this.table = table;
        this.writer = writer;
        this.view = view;
        this.rights = rights;
        this.audit = audit;
        this.callbacks = callbacks;
        this.clock = clock;
    }

    void advance() {
        var now = clock.instant();
        if (now.isBefore(next)) {
            return;
        }
        next = now.plus(BETWEEN);
        rights.keep(key -> table.subscription(key).isPresent());
        table.subscriptions().stream()
                .filter(entry -> reason(entry, now).isPresent())
                .limit(AT_ONCE)
                .map(entry -> entry.subscription().key())
                .forEach(key -> writer.alone(() -> end(key, now)));
    }

    /** Returns false for one that may go on by now. */
    private boolean end(SubscriptionKey key, Instant now) {
        var entry = table.subscription(key).orElse(null);
        var reason = entry == null ? Optional.<McpError>empty() : reason(entry, now);
        if (entry == null || reason.isEmpty()) {
            return false;
        }
        var before = view.audited(entry);
        writer.removeSubscription(key);
        audit.write(new Change(now, "end", Change.subscription(key), before, null, true));
        log.info("subscription {} of an agent ends: {}", key, reason.get().message());
        tell(entry, reason.get(), now);
        return true;
    }

    private void tell(SubscriptionEntry entry, McpError reason, Instant now) {
        var subscription = entry.subscription();
        var agent = subscription.extensions().agent();
        var signing = subscription.extensions().signing();
        if (agent != null && signing != null && !entry.locked() && !subscription.expired(now)) {
            callbacks.terminated(agent.id(), subscription.destination().endpoint(), signing.secret(), reason);
        }
    }

    private Optional<McpError> reason(SubscriptionEntry entry, Instant now) {
        var subscription = entry.subscription();
        var agent = subscription.extensions().agent();
        if (agent == null) {
            return Optional.empty();
        }
        if (subscription.expired(now.minus(KEPT))) {
            return Optional.of(McpError.forbidden("it was not refreshed"));
        }
        if (rights.lost(subscription.key(), agent, now)) {
            return Optional.of(McpError.forbidden("the token has no right to the event any more"));
        }
        return isDeclared(subscription) ? Optional.empty() : Optional.of(McpError.noEvent(agent.event()));
    }

    private boolean isDeclared(Subscription subscription) {
        var types = subscription.filter().includedEventTypes();
        return types.stream()
                .anyMatch(type -> table.eventTypes()
                        .find(new EventTypeKey(subscription.key().topic(), type))
                        .isPresent());
    }
}
