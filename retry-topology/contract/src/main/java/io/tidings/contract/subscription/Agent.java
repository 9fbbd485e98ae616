package io.tidings.contract.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The agent that made a subscription over MCP, and what it asked for (B-MCP-2). It never changes.
 *
 * @param id by which the agent knows the subscription
 * @param principal of the agent's token, as the audit log names it
 * @param issuer of its token; null for a token of the tokens file
 * @param event the name of the event type, as the agent sees it
 * @param arguments that the filter was made of; not to be changed
 */
public record Agent(String id, String principal, @Nullable String issuer, String event, ObjectNode arguments) {
    /** Returns whether both are of one principal. Two issuers may give the same name. */
    public boolean isOf(String otherPrincipal, @Nullable String otherIssuer) {
        return principal.equals(otherPrincipal) && Objects.equals(issuer, otherIssuer);
    }
}
