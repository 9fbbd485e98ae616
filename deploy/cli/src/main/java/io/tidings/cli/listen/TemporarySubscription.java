package io.tidings.cli.listen;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.ManagementCalls;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.Terminal;

/** A subscription that exists for as long as a command listens. */
record TemporarySubscription(ManagementCalls api, Terminal terminal, SubscriptionName name) {
    /** Marks a subscription that a command which was killed left behind. */
    private static final String LABEL = "tidings-listen";

    void create(ObjectNode body) {
        ((ObjectNode) body.required("properties")).withArrayProperty("labels").add(LABEL);
        createTopicIfMissing();
        var existing = api.get(name.path()).ifFound();
        if (existing.isPresent() && !leftBehind(existing.get())) {
            throw CommandFailure.refused(
                    "The subscription %s exists, and is not one of this command: choose another name, or listen without --subscription."
                            .formatted(name));
        }
        var response = existing.isPresent() ? api.put(name.path(), body) : api.create(name.path(), body);
        var state = response.required().at("/properties/provisioningState").asText();
        terminal.note("created subscription %s (%s)".formatted(name, state));
    }

    private void createTopicIfMissing() {
        var path = Paths.topic(name.topic());
        if (api.get(path).ifFound().isEmpty()) {
            var body = JsonNodeFactory.instance.objectNode();
            body.putObject("properties").put("inputSchema", "EventGridSchema");
            api.create(path, body).required();
            terminal.note("created topic " + name.topic());
        }
    }

    private static boolean leftBehind(ObjectNode subscription) {
        return subscription
                .at("/properties/labels")
                .valueStream()
                .anyMatch(label -> label.asText().equals(LABEL));
    }

    void delete() {
        var response = api.delete(name.path());
        terminal.note(
                response.successful()
                        ? "deleted subscription " + name
                        : "the subscription %s was not deleted: %s".formatted(name, response.refusal()));
    }
}
