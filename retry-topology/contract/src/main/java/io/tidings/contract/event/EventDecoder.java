package io.tidings.contract.event;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Hops;
import io.tidings.contract.Topics;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of the events topics: which topic a record belongs to, and whether its event is valid for that topic
 * (decision 7).
 */
public final class EventDecoder {
    private final Topics topics;
    private final String shared;
    private final @Nullable String defaultTopic;
    private final Function<String, Optional<Input>> inputs;
    private final KafkaEvents events;

    /**
     * @param defaultTopic of records that name none; null to reject them
     * @param inputs of the topics that exist
     */
    public EventDecoder(
            Topics topics,
            @Nullable String defaultTopic,
            Function<String, Optional<Input>> inputs,
            KafkaEvents events) {
        this.topics = topics;
        this.shared = topics.events();
        this.defaultTopic = defaultTopic;
        this.inputs = inputs;
        this.events = events;
    }

    public sealed interface Result {
        record Decoded(String topic, Event event) implements Result {}

        record Rejected(RejectionReason reason, String sentence) implements Result {}
    }

    public Result read(String kafkaTopic, RecordOrigin origin, Headers headers, byte @Nullable [] value) {
        if (Hops.tooMany(Hops.of(headers))) {
            return new Result.Rejected(RejectionReason.TOO_MANY_HOPS, Hops.REFUSAL);
        }
        var named = Optional.ofNullable(HeaderText.of(headers, HeaderNames.TOPIC));
        var dedicated = kafkaTopic.equals(shared) ? Optional.<String>empty() : topics.dedicatedTo(kafkaTopic);
        if (dedicated.isPresent()
                && named.isPresent()
                && !named.map(DomainTopic::owner).equals(dedicated)) {
            return new Result.Rejected(
                    RejectionReason.WRONG_TOPIC,
                    kafkaTopic + " is dedicated to topic " + dedicated.get() + ", but header " + HeaderNames.TOPIC
                            + " says \"" + named.get() + "\"");
        }
        var topic = named.or(() -> dedicated).or(() -> Optional.ofNullable(defaultTopic));
        return topic.isEmpty()
                ? new Result.Rejected(
                        RejectionReason.NO_TOPIC,
                        "the record names no topic: add header " + HeaderNames.TOPIC + ", write to " + topics.events()
                                + ".<topic>, or set default.topic")
                : readOf(topic.get(), origin, headers, value);
    }

    private Result readOf(String topic, RecordOrigin origin, Headers headers, byte @Nullable [] value) {
        var input = inputs.apply(topic);
        if (input.isEmpty()) {
            return new Result.Rejected(
                    RejectionReason.UNKNOWN_TOPIC,
                    "there is no topic \"" + topic + "\"; create it, then publish again");
        }
        return switch (events.read(input.get(), origin, headers, value)) {
            case ParseResult.Valid valid -> new Result.Decoded(input.get().topicOf(valid.only()), valid.only());
            case ParseResult.Invalid(var reason, var sentence) -> new Result.Rejected(reason, sentence);
        };
    }
}
