package io.tidings.ingest.mcp;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.subscription.Agent;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.access.TokensFile;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The right of agents to subscriptions that they have made. What an issuer has taken back shows when the agent refreshes:
 * until then its subscription lasts no longer than its time. Confined to one thread.
 */
final class AgentRights {
    /** For a token that is not known here: another instance may have read it from a newer file, or have other settings. */
    static final Duration GRACE = Duration.ofMinutes(2);

    private final @Nullable String issuer;
    private final @Nullable TokensFile tokens;
    private final Map<SubscriptionKey, Instant> unknownSince = new HashMap<>();

    /**
     * @param issuer null if no tokens of one are accepted
     * @param tokens null if there is no such file
     */
    AgentRights(@Nullable URI issuer, @Nullable TokensFile tokens) {
        this.issuer = issuer == null ? null : issuer.toString();
        this.tokens = tokens;
    }

    boolean lost(SubscriptionKey key, Agent agent, Instant now) {
        if (!knows(agent)) {
            return !now.isBefore(unknownSince.computeIfAbsent(key, _ -> now).plus(GRACE));
        }
        unknownSince.remove(key);
        return tokens != null
                && agent.issuer() == null
                && !tokens.grants(agent.principal(), Role.SUBSCRIBER, key.topic(), now);
    }

    private boolean knows(Agent agent) {
        return agent.issuer() == null
                ? tokens != null && tokens.names(agent.principal())
                : agent.issuer().equals(issuer);
    }

    /** Forgets subscriptions that have ended. */
    void keep(Predicate<SubscriptionKey> present) {
        unknownSince.keySet().removeIf(present.negate());
    }
}
