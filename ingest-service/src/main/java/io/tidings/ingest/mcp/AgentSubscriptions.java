package io.tidings.ingest.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.Durations;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Agent;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.manage.ResourceView;
import io.tidings.ingest.write.ConflictAwareWriter;
import io.tidings.ingest.write.ResourceWriter;
import io.tidings.ingest.write.SigningRotation;
import io.tidings.ingest.write.SubscriptionRules;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes the webhooks of agents (B-MCP-2). Each is an event subscription with a mark, which lasts until the agent no
 * longer refreshes it.
 */
final class AgentSubscriptions {
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    /** A subscription whose end moves by less is not written again. */
    private static final Duration NO_CHANGE = Duration.ofSeconds(10);

    private static final int CHALLENGES = 10;

    /** Callbacks of many principals may be at one host. */
    private static final int CHALLENGES_OF_HOST = 60;

    private final AgentEvents events;
    private final ResourceTable table;
    private final SubscriptionRules rules;
    private final ResourceWriter writer;
    private final ConflictAwareWriter conflictAware;
    private final ResourceView view;
    private final Callbacks callbacks;
    private final McpSettings settings;
    private final Clock clock;
    private final Verified verified = new Verified();
    private final MinuteCounts challenges = new MinuteCounts(CHALLENGES);
    private final MinuteCounts challengesOfHosts = new MinuteCounts(CHALLENGES_OF_HOST);

    AgentSubscriptions(
            AgentEvents events,
            ResourceTable table,
            SubscriptionRules rules,
            ResourceWriter writer,
            ConflictAwareWriter conflictAware,
            ResourceView view,
            Callbacks callbacks,
            McpSettings settings,
            Clock clock) {
        this.events = events;
        this.table = table;
        this.rules = rules;
        this.writer = writer;
        this.conflictAware = conflictAware;
        this.view = view;
        this.callbacks = callbacks;
        this.settings = settings;
        this.clock = clock;
    }

    /** What an agent asks for, and may have. */
    private record Wish(Principal principal, WebhookSubscription asked, Subscription subscription, AgentId id) {
        SubscriptionKey key() {
            return subscription.key();
        }
    }

    McpAnswer subscribe(ObjectNode params, ManagedRequest managed) {
        var delivery = params.path("delivery").path("mode");
        if (!delivery.asText().equals("webhook")) {
            return failed(McpError.unsupported("delivery.mode", delivery));
        }
        if (params.path("cursor").isTextual()) {
            return failed(McpError.unsupported("cursor", JsonNodeFactory.instance.textNode("of a webhook")));
        }
        return switch (WebhookSubscription.read(params)) {
            case Validated.Invalid<WebhookSubscription> invalid -> failed(McpError.invalidParams(invalid.violations()));
            case Validated.Valid<WebhookSubscription>(var asked) ->
                events.find(asked.event(), managed.principal())
                        .map(offered -> subscribe(asked, offered, managed))
                        .orElseGet(() -> failed(McpError.noEvent(asked.event())));
        };
    }

    private McpAnswer subscribe(WebhookSubscription asked, AgentEvents.Offered offered, ManagedRequest managed) {
        var violations = new ArrayList<Violation>();
        var filters = EventArguments.filters(offered.entry().type().schema(), asked.arguments(), violations);
        if (!violations.isEmpty()) {
            return failed(McpError.invalidParams(violations));
        }
        var principal = managed.principal();
        var id = AgentId.of(principal, asked.url(), asked.event(), asked.arguments());
        var key = new SubscriptionKey(offered.key().topic(), id.subscriptionName());
        var now = clock.instant();
        var body = SubscriptionBody.of(offered.key().name(), filters, asked, end(asked, now));
        return switch (rules.read(key, body, Optional.empty(), offered.topic().topic(), now)) {
            case Validated.Invalid<Subscription> invalid -> failed(McpError.invalidParams(invalid.violations()));
            case Validated.Valid<Subscription>(var subscription) -> {
                var agent =
                        new Agent(id.shown(), principal.name(), principal.issuer(), asked.event(), asked.arguments());
                var wish = new Wish(
                        principal,
                        asked,
                        subscription.with(subscription.extensions().with(agent)),
                        id);
                yield refusal(wish, now).<McpAnswer>map(McpAnswer.Failed::new).orElseGet(() -> stored(wish, managed));
            }
        };
    }

    /** Between one minute and the setting, as the agent asks. */
    private Instant end(WebhookSubscription asked, Instant now) {
        var life = asked.asked() == null
                ? settings.longest()
                : Durations.min(Durations.max(asked.asked(), SHORTEST), settings.longest());
        return now.plus(life).truncatedTo(ChronoUnit.MILLIS);
    }

    private Optional<McpError> refusal(Wish wish, Instant now) {
        var present = table.subscription(wish.key());
        if (present.filter(entry -> !isOf(entry, wish.principal())).isPresent()) {
            return Optional.of(McpError.forbidden("the name of the subscription is taken"));
        }
        boolean live =
                present.filter(entry -> !entry.subscription().expired(now)).isPresent();
        if (live) {
            return Optional.empty(); // the callback was verified when it was made
        }
        var tooMany = tooMany(wish, present.isPresent());
        return tooMany.isPresent() ? tooMany : unverified(wish, now);
    }

    /** Counts those that have lapsed too: they are kept for a day, and a subscription costs what it costs. */
    private Optional<McpError> tooMany(Wish wish, boolean known) {
        long held = table.subscriptions().stream()
                .filter(entry -> isOf(entry, wish.principal())
                        && !entry.subscription().key().equals(wish.key()))
                .count();
        if (held >= settings.mostSubscriptions()) {
            return Optional.of(McpError.exhausted("subscriptions", settings.mostSubscriptions()));
        }
        var topic = wish.key().topic();
        int ofTopic = table.subscriptions(topic).size();
        return known
                ? Optional.empty()
                : rules.limits()
                        .oneMoreSubscription(topic, ofTopic)
                        .map(_ -> McpError.exhausted("subscriptionsOfTopic", ofTopic));
    }

    private Optional<McpError> unverified(Wish wish, Instant now) {
        var principal = AgentId.principal(wish.principal());
        var url = wish.asked().url();
        if (verified.has(principal, url, now)) {
            return Optional.empty();
        }
        var callback = URI.create(url);
        if (!challenges.take(principal, now)) {
            return Optional.of(McpError.exhausted("verificationsPerMinute", challenges.permits()));
        }
        if (!challengesOfHosts.take(Callbacks.host(callback), now)) {
            return Optional.of(McpError.exhausted("verificationsOfHostPerMinute", challengesOfHosts.permits()));
        }
        var reason = callbacks.verify(wish.id(), callback, wish.asked().secret());
        if (reason.isEmpty()) {
            verified.add(principal, url, now);
        }
        return reason.map(McpError::callback);
    }

    private static boolean isOf(SubscriptionEntry entry, Principal principal) {
        var agent = entry.subscription().extensions().agent();
        return agent != null && agent.isOf(principal.name(), principal.issuer());
    }

    private McpAnswer stored(Wish wish, ManagedRequest managed) {
        return refreshed(wish, managed) ? granted(wish, false) : writer.alone(() -> begun(wish, managed));
    }

    /** Returns false if there is none that goes on. */
    private boolean refreshed(Wish wish, ManagedRequest managed) {
        var now = clock.instant();
        var entry = table.subscription(wish.key()).orElse(null);
        if (entry == null || entry.locked() || !goesOn(entry, wish, now)) {
            return false;
        }
        if (!sameSecret(entry, wish)) {
            var done = new AtomicBoolean();
            change(wish.key(), managed, () -> done.set(conflictAware.change(wish.key(), each -> next(each, wish))));
            return done.get();
        }
        // Every few minutes, which is no change that an audit is about; and no write if it brings nothing.
        return isClose(entry.subscription().expires(), end(wish.asked(), now))
                || conflictAware.change(wish.key(), each -> next(each, wish));
    }

    private static boolean isClose(@Nullable Instant end, Instant other) {
        return end != null && Duration.between(end, other).abs().compareTo(NO_CHANGE) < 0;
    }

    private static boolean goesOn(SubscriptionEntry entry, Wish wish, Instant now) {
        return isOf(entry, wish.principal()) && !entry.subscription().expired(now);
    }

    private Optional<SubscriptionEntry> next(SubscriptionEntry entry, Wish wish) {
        var now = clock.instant();
        return goesOn(entry, wish, now)
                ? Optional.of(new SubscriptionEntry(
                        lasting(entry, wish, now), entry.uid(), entry.provisioning(), entry.offset()))
                : Optional.empty();
    }

    /** Reads again what was there: the verification took its time. */
    private McpAnswer begun(Wish wish, ManagedRequest managed) {
        var now = clock.instant();
        var present = table.subscription(wish.key()).orElse(null);
        if (present != null && !isOf(present, wish.principal())) {
            return failed(McpError.forbidden("the name of the subscription is taken"));
        }
        boolean lapsed = present != null && present.subscription().expired(now);
        if (present == null || lapsed) {
            var tooMany = tooMany(wish, lapsed);
            if (tooMany.isPresent()) {
                return failed(tooMany.get());
            }
        }
        change(wish.key(), managed, () -> {
            if (present == null) {
                create(wish.subscription());
            } else if (lapsed) { // what waited for it is dropped, and it goes on from now, where the agent has agreed
                writer.removeSubscription(wish.key());
                create(lasting(present, wish, now).with(wish.subscription().destination()));
            } else {
                refresh(present, lasting(present, wish, now)); // its secret could not be opened
            }
        });
        return granted(wish, lapsed);
    }

    private static boolean sameSecret(SubscriptionEntry entry, Wish wish) {
        var signing = entry.subscription().extensions().signing();
        return signing != null && signing.secret().equals(wish.asked().secret());
    }

    /** Keeps what managers have changed. */
    private Subscription lasting(SubscriptionEntry entry, Wish wish, Instant now) {
        var subscription = entry.subscription();
        var kept = subscription.extensions().signing();
        var signing = kept == null
                ? wish.subscription().extensions().signing()
                : rules.signing().rotated(kept, new SigningRotation(wish.asked().secret(), null), now);
        return subscription
                .expiring(end(wish.asked(), now))
                .with(subscription.extensions().with(signing));
    }

    private void create(Subscription subscription) {
        writer.put(subscription, UUID.randomUUID().toString(), Provisioning.succeeded(null), null);
    }

    private void refresh(SubscriptionEntry entry, Subscription next) {
        writer.put(
                next,
                entry.uid(),
                entry.provisioning(),
                table.problem(next.key()).orElse(null));
    }

    private McpAnswer granted(Wish wish, boolean truncated) {
        var end = table.subscription(wish.key())
                .map(entry -> entry.subscription().expires())
                .orElse(wish.subscription().expires());
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("id", wish.id().shown())
                .put("refreshBefore", String.valueOf(end));
        json.putNull("cursor");
        json.put("truncated", truncated);
        table.subscription(wish.key())
                .filter(entry -> entry.subscription().paused())
                .ifPresent(_ -> json.putObject("deliveryStatus")
                        .put("active", false)
                        .putNull("lastDeliveryAt")
                        .putNull("lastError"));
        return new McpAnswer.Result(json);
    }

    /** Ends a subscription of the principal; one that is not there has ended already. */
    McpAnswer unsubscribe(ObjectNode params, ManagedRequest managed) {
        var violations = new ArrayList<Violation>();
        var name = WebhookSubscription.name(params, violations);
        var arguments = WebhookSubscription.arguments(params, violations);
        var url = WebhookSubscription.url(params.path("delivery").path("url").asText(), violations);
        if (!violations.isEmpty()) {
            return failed(McpError.invalidParams(violations));
        }
        var ended = new McpAnswer.Result(JsonNodeFactory.instance.objectNode());
        int dot = name.indexOf('.');
        if (dot < 1 || name.indexOf('/') >= 0 || !EventArguments.areFlat(arguments)) {
            return ended;
        }
        var id = AgentId.of(managed.principal(), url, name, arguments);
        var key = new SubscriptionKey(name.substring(0, dot), id.subscriptionName());
        return writer.alone(() -> {
            if (table.subscription(key)
                    .filter(entry -> isOf(entry, managed.principal()))
                    .isPresent()) {
                change(key, managed, () -> writer.removeSubscription(key));
            }
            return ended;
        });
    }

    private void change(SubscriptionKey key, ManagedRequest managed, Runnable write) {
        managed.change(Change.subscription(key), () -> table.subscription(key).map(view::audited), write);
    }

    private static McpAnswer failed(McpError error) {
        return new McpAnswer.Failed(error);
    }
}
