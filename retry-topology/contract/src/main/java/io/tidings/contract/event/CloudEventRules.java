package io.tidings.contract.event;

import io.tidings.contract.event.ParseResult.Invalid;
import io.tidings.contract.event.ParseResult.Valid;
import io.tidings.contract.json.JsonObjectView;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules of a structured CloudEvent 1.0 (reference §2.1). Nothing is stamped, so its bytes stay the same. */
record CloudEventRules(int longest) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+");

    ParseResult check(JsonObjectView event) {
        var version = event.text("specversion");
        if (version == null) {
            return new Invalid(RejectionReason.WRONG_SCHEMA, "specversion is missing, so this is not a CloudEvent 1.0");
        }
        if (!version.equals("1.0")) {
            return invalid("specversion must be \"1.0\", not \"" + version + "\"");
        }
        for (var member : event.all()) {
            var problem = problemOf(member);
            if (problem != null) {
                return invalid(problem);
            }
        }
        var id = event.text("id");
        var source = event.text("source");
        var type = event.text("type");
        if (id == null || source == null || type == null) {
            return invalid((id == null ? "id" : source == null ? "source" : "type") + " is missing");
        }
        if (event.has("data") && event.has("data_base64")) {
            return invalid("data and data_base64 exclude each other");
        }
        var subject = event.text("subject");
        var envelope = new Envelope(id, source, type, subject == null ? "" : subject, "", "");
        return new Valid(List.of(new Event(EventSchema.CLOUD_EVENTS, envelope, event, event.json())));
    }

    private @Nullable String problemOf(JsonObjectView.Member member) {
        var name = member.name();
        return switch (name) {
            case "data" -> null;
            case "data_base64" -> member.type().isScalarValue() ? null : "data_base64 must be a string";
            case "id", "source", "type", "subject", "datacontenttype", "dataschema", "time" -> textProblem(member);
            default -> extensionProblem(member);
        };
    }

    private @Nullable String textProblem(JsonObjectView.Member member) {
        var required = member.name().equals("id")
                || member.name().equals("source")
                || member.name().equals("type");
        if (member.isNull() && !required) {
            return null; // JSON format, §2.2: null is the same as absent
        }
        var text = member.text();
        if (text == null || text.isEmpty()) {
            return member.name() + " must be a string that is not empty";
        }
        return switch (member.name()) {
            case "id", "source", "type", "subject" -> {
                var problem = EventLimits.tooLong(text, longest);
                yield problem == null ? null : member.name() + " " + problem;
            }
            case "time" ->
                EventTimes.valid(text)
                        ? null
                        : "time \"" + text + "\" is no RFC 3339 time, such as 2026-11-21T09:30:00Z";
            default -> null;
        };
    }

    private static @Nullable String extensionProblem(JsonObjectView.Member member) {
        if (!NAME.matcher(member.name()).matches()) {
            return "attribute \"" + member.name() + "\" must be named with lower-case letters and digits only";
        }
        return member.type().isStructStart()
                ? "attribute " + member.name() + " must be a string, number or boolean"
                : null;
    }

    private static Invalid invalid(String sentence) {
        return new Invalid(RejectionReason.INVALID_EVENT, sentence);
    }
}
