package io.tidings.worker.webhook;

import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.event.Occurrence;
import io.tidings.contract.subscription.Agent;
import io.tidings.worker.verdict.Outcome;

/** The requests to the webhooks of agents, which have the form of MCP Events (B-MCP-2). Pure. */
public final class AgentRequests {
    static final String SUBSCRIPTION = "x-mcp-subscription-id";

    private AgentRequests() {}

    /** The body of a request to an agent. */
    public sealed interface Body {
        record Sent(Occurrence occurrence) implements Body {}

        /** The agent would refuse the event, so that it is not sent. */
        record Withheld(Outcome outcome) implements Body {}
    }

    /** Returns the body of a request, the same in every attempt. */
    public static Body bodyOf(Agent agent, Delivery delivery, byte[] event) {
        var occurrence = Occurrence.of(
                delivery.subscription().topic(),
                agent.event(),
                event,
                delivery.event().published(),
                true);
        if (occurrence.isEmpty()) {
            return withheld(Outcome.Refusal.INVALID, "not sent, because the event is no object of JSON");
        }
        return occurrence.get().tooLarge()
                ? withheld(
                        Outcome.Refusal.TOO_LARGE,
                        "not sent, because the event has more than the " + Occurrence.MOST_BYTES
                                + " bytes that agents take")
                : new Body.Sent(occurrence.get());
    }

    private static Body withheld(Outcome.Refusal refusal, String sentence) {
        return new Body.Withheld(new Outcome.Withheld(refusal, sentence));
    }
}
