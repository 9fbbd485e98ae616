package io.tidings.contract.event;

import io.tidings.contract.DomainTopic;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * @param topic its short name
 * @param rules for the data of events
 * @param domain whether it is a domain, so that each event names its topic (B-DOMAIN-1)
 */
public record Input(String topic, EventSchema schema, InputMapping mapping, DataRules rules, boolean domain) {
    public Input(String topic, EventSchema schema, InputMapping mapping, DataRules rules) {
        this(topic, schema, mapping, rules, false);
    }

    public Input(String topic, EventSchema schema, InputMapping mapping) {
        this(topic, schema, mapping, DataRules.NONE);
    }

    public static Input of(String topic, EventSchema schema) {
        return new Input(topic, schema, InputMapping.NONE);
    }

    /**
     * Returns how events of a topic are read, that of any topic of a domain from the domain; empty if there is none.
     *
     * @param inputs of topics and domains by name
     */
    public static Optional<Input> find(String topic, Function<String, @Nullable Input> inputs) {
        var own = inputs.apply(topic);
        return own != null
                ? Optional.of(own)
                : DomainTopic.parse(topic)
                        .flatMap(each -> Optional.ofNullable(inputs.apply(each.domain()))
                                .filter(Input::domain)
                                .map(input -> input.in(each)));
    }

    /** Returns the same for events of one topic of this domain. */
    Input in(DomainTopic each) {
        return new Input(each.toString(), schema, mapping, rules, false);
    }

    /** Returns the same for events that were accepted before: what a schema says now cannot refuse them any more. */
    public Input ofAccepted() {
        return new Input(topic, schema, mapping, DataRules.NONE, domain);
    }

    /** Returns the topic of a valid event that was read as this one. */
    public String topicOf(Event event) {
        var source = event.source(); // which is the name of the topic, or ends in it
        return domain ? topic + "/" + source.substring(source.lastIndexOf('/') + 1) : topic;
    }
}
