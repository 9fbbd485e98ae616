package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.SubscriptionName;
import io.tidings.cli.session.Description;
import io.tidings.cli.session.Flattened;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A subscription for people: how its endpoint is, what became of its events, and what it is set to. Pure. */
final class SubscriptionView {
    private static final String WEBHOOK = "destination.properties.";
    private static final String UNLESS = ", unless the workers are set otherwise";

    private SubscriptionView() {}

    static String text(SubscriptionName name, ObjectNode subscription) {
        var view = new Description("SUBSCRIPTION", name.toString(), subscription);
        view.without("name", "type", "topic", "destination.endpointType");
        addState(view);
        addEvents(view.gap());
        addFilter(view.gap());
        addDelivery(view.gap());
        addRetries(view.gap());
        return view.text();
    }

    private static void addState(Description view) {
        var provisioning = view.take("provisioningState").asText("Succeeded");
        var health = Description.plain(view.take("status.health"));
        view.row("health", provisioning.equals("Succeeded") ? health : provisioning + ", " + health)
                .member("reason", "status.reason")
                .member("problem", "provisioningError")
                .member("endpoint", WEBHOOK + "endpointBaseUrl")
                .member("event hub", WEBHOOK + "resourceId");
        view.take("warnings").forEach(each -> view.row("warning", each.asText()));
        var recent = view.take("status.recent");
        if (recent.isObject()) {
            view.row(
                    "lately",
                    "%s delivered, %s attempts failed, in %s minutes"
                            .formatted(
                                    recent.path("delivered").asText(),
                                    recent.path("failed").asText(),
                                    recent.path("minutes").asText()));
        }
        var failures = view.take("status.consecutiveFailures").asInt();
        var outcome = Description.plain(view.take("status.lastDeliveryOutcome"));
        var error = Description.plain(view.take("status.lastDeliveryError"));
        if (!outcome.isEmpty()) {
            view.row(
                    "last failure",
                    "%s%s, %d in a row".formatted(outcome, error.isEmpty() ? "" : " (" + error + ")", failures));
        }
        view.member("nothing is sent until", "status.probationUntil")
                .member("requests at once", "status.concurrencyLimit");
        var recovery = view.take("status.recovery");
        if (recovery.isObject()) {
            view.row(
                    "recovery",
                    "%s since %s, %s moved%s"
                            .formatted(
                                    recovery.path("state").asText(),
                                    recovery.path("since").asText(),
                                    recovery.path("moved").asText(),
                                    recovery.has("until")
                                            ? ", goes on at "
                                                    + recovery.path("until").asText()
                                            : ""));
        }
    }

    private static void addEvents(Description view) {
        for (var name : new String[] {"matched", "delivered", "deadLettered", "dropped", "waiting", "deferred"}) {
            view.member(name.equals("deadLettered") ? "dead-lettered" : name, "status." + name);
        }
        view.member("last matched", "status.lastMatched").member("last delivered", "status.lastDelivered");
    }

    private static void addFilter(Description view) {
        view.member("event types", "filter.includedEventTypes", "all")
                .member("subject begins with", "filter.subjectBeginsWith", "anything")
                .member("subject ends with", "filter.subjectEndsWith", "anything")
                .member("case of subjects", "filter.isSubjectCaseSensitive", "does not matter", _ -> "matters")
                .member("conditions", "filter.advancedFilters", "none", lines(SubscriptionView::condition))
                .member("look into arrays", "filter.enableAdvancedFilteringOnArrays", "no", _ -> "yes");
    }

    private static void addDelivery(Description view) {
        view.row("agent", agent(view.take("tidings.agent")))
                .member("secret path", "tidings.secretPath", "no", _ -> "yes")
                .member("paused", "paused", "no", _ -> "yes")
                .member("while it is paused", "tidings.whilePaused", "expire")
                .member("when it is gone (410)", "tidings.gone", "retry")
                .member("start", "tidings.start", "now")
                .member("delivery schema", "eventDeliverySchema", "that of the topic");
        var kilobytes = view.take(WEBHOOK + "preferredBatchSizeInKilobytes");
        view.member(
                "events in a request", WEBHOOK + "maxEventsPerBatch", kilobytes.isMissingNode() ? "1" : "500" + UNLESS);
        if (!kilobytes.isMissingNode()) {
            view.row("kilobytes in a request", kilobytes.asText());
        }
        view.member("headers", WEBHOOK + "deliveryAttributeMappings", "none", lines(SubscriptionView::header))
                .member("signature", "tidings.signing", "none", SubscriptionView::signature)
                .member("authentication", "tidings.authentication", "none", SubscriptionView::members)
                .member("lanes", "tidings.lanes", "1")
                .member("requests a second", "tidings.limits.requestsPerSecond", "unlimited")
                .member("concurrent requests", "tidings.limits.concurrentRequests", "unlimited")
                .member("ordered by", "tidings.orderBy", "nothing")
                .member("labels", "labels", "none")
                .member("expires", "expirationTimeUtc", "never");
    }

    /** An agent makes its subscription over MCP. */
    private static String agent(JsonNode agent) {
        return agent.isMissingNode()
                ? ""
                : agent.path("principal").asText() + ", for the event "
                        + agent.path("event").asText();
    }

    private static void addRetries(Description view) {
        var preset = view.take("tidings.retry.preset");
        var attempts = view.take("retryPolicy.maxDeliveryAttempts");
        var attemptsOfProfile = view.take("tidings.retry.maxDeliveryAttempts");
        var minutes = view.take("retryPolicy.eventTimeToLiveInMinutes");
        var timeToLive = view.take("tidings.retry.timeToLive");
        var schedule = view.take("tidings.retry.schedule");
        var deadLetterTopic = view.take("tidings.deadLetterTopic");
        view.value("retry schedule", schedule.isMissingNode() ? preset : schedule, "event-grid", Description::plain)
                .row("retry preset", schedule.isMissingNode() ? "" : Description.plain(preset))
                .value(
                        "attempts",
                        attemptsOfProfile.isMissingNode() ? attempts : attemptsOfProfile,
                        "30" + UNLESS,
                        Description::plain)
                .value(
                        "time to live",
                        timeToLive.isMissingNode() ? minutes : timeToLive,
                        preset.asText().equals("event-grid-edge") ? "2 hours" : "1440 minutes" + UNLESS,
                        value -> value.asText() + (value.isNumber() ? " minutes" : ""))
                .member(
                        "dead letters",
                        "deadLetterDestination",
                        deadLetterTopic.isMissingNode() ? "none: what is given up is dropped" : "in no container",
                        SubscriptionView::container)
                .row("dead letters in Kafka", Description.plain(deadLetterTopic))
                .member("when the endpoint is back", "tidings.recovery", "forward: what waits is sent at once")
                .member("logged attempts", "tidings.attempts", "as attempts.log of the workers says");
    }

    private static Function<JsonNode, String> lines(Function<JsonNode, String> line) {
        return array -> array.valueStream().map(line).collect(Collectors.joining("\n"));
    }

    private static String condition(JsonNode filter) {
        var operands = filter.has("value") ? filter.path("value") : filter.path("values");
        return "%s %s %s"
                .formatted(
                        filter.path("key").asText(), filter.path("operatorType").asText(), Description.plain(operands))
                .strip();
    }

    private static String header(JsonNode mapping) {
        var values = mapping.path("properties");
        var name = mapping.path("name").asText();
        if (values.has("sourceField")) {
            return "%s: %s of the event"
                    .formatted(name, values.path("sourceField").asText());
        }
        return name + ": "
                + (values.path("isSecret").asBoolean()
                        ? "a secret"
                        : values.path("value").asText());
    }

    private static String signature(JsonNode signing) {
        var until = signing.path("formerUntil").asText("");
        return until.isEmpty() ? "Standard Webhooks" : "Standard Webhooks, with the former secret too until " + until;
    }

    private static String members(JsonNode object) {
        return Flattened.of(object).entrySet().stream()
                .filter(member -> !member.getValue().isNull())
                .map(member -> member.getKey() + " " + Flattened.text(member.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static String container(JsonNode destination) {
        return "the container %s of %s"
                .formatted(
                        destination.at("/properties/blobContainerName").asText(),
                        destination.at("/properties/resourceId").asText());
    }
}
