package io.tidings.contract.event;

import io.tidings.contract.event.ParseResult.Invalid;
import io.tidings.contract.event.ParseResult.Valid;
import io.tidings.contract.json.JsonObjectView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of an event in a custom schema: it has every value that its topic's mapping needs (reference §3). Nothing
 * is stamped, so its bytes stay the same.
 */
record CustomRules(TopicIds ids, int longest) {
    ParseResult check(Input input, JsonObjectView event, RecordOrigin origin) {
        var mapping = input.mapping();
        try {
            var topicId = ids.idOf(input.topic());
            var topic = found("topic", mapping.topic(), event);
            if (topic != null && !ids.isNamed(input.topic(), topic)) {
                return new Invalid(
                        RejectionReason.WRONG_TOPIC,
                        mapping.topic().sourceField() + " (topic) must be absent, \"" + input.topic() + "\" or \""
                                + topicId + "\"");
            }
            var envelope = new Envelope(
                    mapping.id().mapped()
                            ? limited("id", mapping.id(), filled("id", mapping.id(), event))
                            : origin.id(),
                    topicId,
                    limited("eventType", mapping.eventType(), filled("eventType", mapping.eventType(), event)),
                    limited("subject", mapping.subject(), orEmpty("subject", mapping.subject(), event)),
                    mapping.eventTime().mapped()
                            ? time(mapping.eventTime(), event)
                            : origin.time().toString(),
                    orEmpty("dataVersion", mapping.dataVersion(), event));
            return new Valid(List.of(new Event(EventSchema.CUSTOM, envelope, event, event.json())));
        } catch (Unfit e) {
            return new Invalid(RejectionReason.INVALID_EVENT, e.sentence);
        }
    }

    private String limited(String name, InputMapping.Field field, String value) throws Unfit {
        var problem = EventLimits.tooLong(value, longest);
        if (problem != null) {
            throw new Unfit(field, name, problem);
        }
        return value;
    }

    private static String time(InputMapping.Field field, JsonObjectView event) throws Unfit {
        var text = filled("eventTime", field, event);
        if (!EventTimes.valid(text)) {
            throw new Unfit(field, "eventTime", "is \"" + text + "\", " + EventTimes.EXPECTED);
        }
        return text;
    }

    /** Returns a value that must not be empty, because consumers could do nothing with it. */
    private static String filled(String name, InputMapping.Field field, JsonObjectView event) throws Unfit {
        var value = orEmpty(name, field, event);
        if (value.isBlank()) {
            throw new Unfit(field, name, "must not be empty");
        }
        return value;
    }

    private static String orEmpty(String name, InputMapping.Field field, JsonObjectView event) throws Unfit {
        var found = found(name, field, event);
        if (found != null) {
            return found;
        }
        if (field.defaultValue() != null) {
            return field.defaultValue();
        }
        if (field.sourceField() != null) {
            throw new Unfit(field, name, "is missing, and the topic's mapping has no default for it");
        }
        return "";
    }

    /** Returns the text of a number or boolean, too. */
    private static @Nullable String found(String name, InputMapping.Field field, JsonObjectView event) throws Unfit {
        var member = field.sourceField() == null ? null : event.get(field.sourceField());
        if (member == null || member.isNull()) {
            return null;
        }
        if (member.type().isStructStart()) {
            throw new Unfit(field, name, "must be a string, number or boolean");
        }
        return event.scalar(member);
    }

    /** Ends the check at the first rule that is broken; caught in {@link #check}. */
    private static final class Unfit extends Exception {
        private static final long serialVersionUID = 1;

        private final String sentence;

        Unfit(InputMapping.Field field, String name, String rule) {
            super(rule, null, false, false);
            sentence = (field.sourceField() == null ? name : field.sourceField() + " (" + name + ")") + " " + rule;
        }
    }
}
