package io.tidings.contract.event;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.json.JsonObjectView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rules how an event that is published to a domain names its topic there (B-DOMAIN-1). The topic need not exist. */
record DomainRules(TopicIds ids) {
    private static final int LONGEST_SHOWN = 100;

    sealed interface Result {}

    record Named(DomainTopic topic) implements Result {}

    record Unnamed(String sentence) implements Result {}

    Result topicOf(Input domain, JsonObjectView event) {
        var text = text(domain, event);
        return text == null
                ? new Unnamed(member(domain) + " is missing: " + rule(domain))
                : ids.inDomain(domain.topic(), text)
                        .<Result>map(Named::new)
                        .orElseGet(
                                () -> new Unnamed(member(domain) + " is \"" + shortened(text) + "\": " + rule(domain)));
    }

    /** The words that Event Grid has for it, and what they mean. */
    private String rule(Input domain) {
        return "required property '" + member(domain)
                + "' needs to be a full resource id or the name of the domain topic" + " (" + DomainTopic.RULE_OF_TOPIC
                + ", or "
                + ids.ofDomain(domain.topic()) + "/topics/<name>)";
    }

    private static String shortened(String text) {
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
    }

    private static String member(Input domain) {
        return switch (domain.schema()) {
            case EVENT_GRID -> "topic";
            case CLOUD_EVENTS -> "source";
            case CUSTOM -> Objects.requireNonNullElse(domain.mapping().topic().sourceField(), "topic");
        };
    }

    private static @Nullable String text(Input domain, JsonObjectView event) {
        var mapped = domain.mapping().topic();
        return switch (domain.schema()) {
            case EVENT_GRID, CLOUD_EVENTS -> event.text(member(domain));
            case CUSTOM -> {
                var text = mapped.sourceField() == null ? null : event.text(mapped.sourceField());
                yield text == null ? mapped.defaultValue() : text;
            }
        };
    }
}
