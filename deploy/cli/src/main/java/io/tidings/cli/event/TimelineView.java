package io.tidings.cli.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The timeline of an event as lines for people. Pure. */
final class TimelineView {
    private static final Set<String> ENDS = Set.of("Delivered", "DeadLettered", "Dropped");

    private TimelineView() {}

    static List<String> lines(JsonNode timeline) {
        var lines = new ArrayList<String>();
        for (var each : timeline.path("records")) {
            lines.add("event %s of %s, published %s  %s"
                    .formatted(
                            timeline.path("id").asText(),
                            timeline.path("topic").asText(),
                            each.path("published").asText(),
                            each.path("source").asText()));
            addPayload(each.path("payload"), lines);
            addRecord(each, lines);
        }
        return lines;
    }

    private static void addPayload(JsonNode payload, List<String> lines) {
        for (var name : List.of("type", "subject", "source", "time")) {
            addContent(name, payload.path("event").path(name), lines);
        }
        addContent("invalid", payload.path("invalid").path("error"), lines);
        addContent("bytes", payload.path("bytes"), lines);
        addContent("key", payload.path("key"), lines);
        for (var header : payload.path("headers")) {
            addContent("header " + header.path("name").asText(), header, lines);
        }
        addContent("data", payload.path("data"), lines);
        addContent("others", payload.path("others"), lines);
    }

    private static void addContent(String name, JsonNode content, List<String> lines) {
        if (content.has("json")) {
            lines.add("  " + name + ":");
            content.path("json").toPrettyString().lines().forEach(line -> lines.add("    " + line));
        } else if (!content.isMissingNode()) {
            lines.add("  %s: %s%s"
                    .formatted(name, text(content), content.path("cut").asBoolean() ? "…" : ""));
        }
    }

    private static String text(JsonNode content) {
        return Stream.of("text", "base64", "hidden")
                .filter(content::has)
                .findFirst()
                .map(kind -> (kind.equals("base64") ? "base64 " : "")
                        + content.path(kind).asText())
                .orElseGet(content::asText);
    }

    private static void addRecord(JsonNode event, List<String> lines) {
        var rejected = event.path("rejected");
        if (rejected.isObject()) {
            lines.add("  rejected %s: %s: %s"
                    .formatted(
                            rejected.path("time").asText(),
                            rejected.path("reason").asText(),
                            rejected.path("error").asText()));
        }
        if (event.has("schemaMismatch")) {
            lines.add("  warning: " + event.path("schemaMismatch").asText());
        }
        event.path("deliveries").forEach(delivery -> addDelivery(delivery, lines));
        for (var subscription : event.path("notMatched")) {
            lines.add("  %s: not matched: %s"
                    .formatted(
                            subscription.path("subscription").asText(),
                            subscription.path("why").asText()));
        }
        for (var subscription : event.path("matchedWithoutRecord")) {
            lines.add(
                    "  %s: matched; delivered at the first attempt, or not sent yet".formatted(subscription.asText()));
        }
    }

    private static void addDelivery(JsonNode delivery, List<String> lines) {
        var name = label(delivery);
        delivery.path("attempts").forEach(attempt -> addAttempt(name, attempt, lines));
        var state = new StringBuilder(
                "  %s: %s".formatted(name, delivery.path("state").asText()));
        if (delivery.has("reason")) {
            state.append(", ").append(delivery.path("reason").asText());
        }
        if (delivery.has("tier")) {
            state.append(" in ").append(delivery.path("tier").asText());
        }
        if (delivery.has("due")) {
            state.append(" until ").append(delivery.path("due").asText());
        }
        lines.add(state.toString());
        addBlob(name, delivery.path("blob"), lines);
    }

    private static String label(JsonNode delivery) {
        var name = delivery.path("subscription").asText();
        int redriven = delivery.path("redriven").asInt();
        return redriven == 0 ? name : "%s (redriven %d)".formatted(name, redriven);
    }

    private static void addAttempt(String subscription, JsonNode attempt, List<String> lines) {
        var line = new StringBuilder("  %s: attempt %d  %s  %s%s  %d ms"
                .formatted(
                        subscription,
                        attempt.path("number").asInt(),
                        attempt.path("ended").asText(),
                        attempt.path("status").isNumber()
                                ? attempt.path("status").asText() + " "
                                : "",
                        attempt.path("outcome").asText(),
                        attempt.path("durationMs").asLong()));
        if (!attempt.path("error").asText("").isEmpty()) {
            line.append("  ").append(attempt.path("error").asText(""));
        }
        lines.add(line.toString());
        if (attempt.has("url")) {
            lines.add("      called: " + attempt.path("url").asText());
        }
        if (!attempt.path("excerpt").asText("").isEmpty()) {
            lines.add("      the endpoint said: " + attempt.path("excerpt").asText(""));
        }
    }

    private static void addBlob(String subscription, JsonNode blob, List<String> lines) {
        if (blob.has("dropped")) {
            lines.add("  %s: no blob was written: %s"
                    .formatted(subscription, blob.path("dropped").asText()));
        } else if (blob.has("path")) {
            lines.add("  %s: blob %s/%s/%s"
                    .formatted(
                            subscription,
                            blob.path("account").asText(),
                            blob.path("container").asText(),
                            blob.path("path").asText()));
        }
    }

    /** Returns whether something is known of the event, and none of its deliveries is still on its way. */
    static boolean ended(JsonNode timeline) {
        boolean known = false;
        for (var event : timeline.path("records")) {
            if (event.path("deliveries")
                    .valueStream()
                    .anyMatch(delivery -> !ENDS.contains(delivery.path("state").asText()))) {
                return false;
            }
            known |= event.has("rejected") || !event.path("deliveries").isEmpty();
        }
        return known;
    }
}
