package io.tidings.ingest.timeline;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.contract.event.EventDecoder.Result;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.RecordOrigin;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.record.StartMarker;
import io.tidings.contract.topic.KafkaSource;
import io.tidings.contract.topic.SourceDecoder;
import io.tidings.contract.topic.SourceRecord;
import io.tidings.contract.topic.TopicResource;
import io.tidings.contract.topic.UnreadableValue;
import io.tidings.runtime.kafka.AllowedSources;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules which records are those of a topic (B-SEE-1), and the events in them. Pure. */
public final class TopicRecords {
    private final Topics topics;
    private final AllowedSources allowed;
    private final EventReader reader;
    private final KafkaEvents events;
    private final SourceDecoder decoder;

    public TopicRecords(Topics topics, AllowedSources allowed, TopicIds ids) {
        this.topics = topics;
        this.allowed = allowed;
        reader = EventReader.ofAccepted(ids);
        events = new KafkaEvents(reader);
        decoder = new SourceDecoder(ids, (_, _, _) -> {
            throw new UnreadableValue("the value is in Avro, which is not decoded here");
        });
    }

    Topics topics() {
        return topics;
    }

    /** Returns the Kafka topics that may hold events of the topic: the shared one, its own, and its source. */
    public List<String> kafkaTopics(TopicResource topic) {
        var names = new ArrayList<>(List.of(topics.events(), topics.events(topic.name())));
        var source = topic.source();
        if (source != null && allowed.brokenBy(topic).isEmpty()) {
            names.add(source.kafkaTopic());
        }
        return names;
    }

    /** Returns whether the record is certainly of the topic; one of the shared Kafka topic may name none. */
    public boolean isOf(TopicResource topic, RetainedRecord record) {
        return source(topic, record) != null || names(topics, topic.name(), record);
    }

    /**
     * Returns whether an event names the topic or one of its domain, or names none in the Kafka topic that is dedicated to it.
     * In that of a domain it may be of any tenant.
     */
    static boolean names(Topics topics, String topic, RetainedRecord record) {
        if (StartMarker.uid(record.headers(), record.value()).isPresent()) {
            return false;
        }
        var kafkaTopic = record.position().kafkaTopic();
        boolean dedicated = kafkaTopic.equals(topics.events(topic));
        var named = named(record);
        return named == null
                ? dedicated && DomainTopic.owner(topic).equals(topic)
                : isNamed(topic, named) && (dedicated || kafkaTopic.equals(topics.events()));
    }

    /** Returns whether an event that names a topic is one of that topic, or of this domain. */
    static boolean isNamed(String topic, String named) {
        return named.equals(topic) || DomainTopic.owner(named).equals(topic);
    }

    static @Nullable String named(RetainedRecord record) {
        return HeaderText.of(record.headers(), HeaderNames.TOPIC);
    }

    /** Null if the record is in no source that the topic may have. */
    private @Nullable KafkaSource source(TopicResource topic, RetainedRecord record) {
        var source = topic.source();
        return source != null
                        && source.kafkaTopic().equals(record.position().kafkaTopic())
                        && allowed.brokenBy(topic).isEmpty()
                ? source
                : null;
    }

    public Result decoded(TopicResource topic, RetainedRecord record) {
        var source = source(topic, record);
        return source == null
                ? result(
                        topic.name(),
                        events.read(
                                input(topic, record),
                                new RecordOrigin(record.position(), record.appended()),
                                record.headers(),
                                record.value()))
                : decoder.read(
                        topic.input(),
                        source,
                        new SourceRecord(
                                record.position(), record.appended(), record.key(), record.value(), record.headers()));
    }

    /** A record of a domain names the domain, and its event the topic, or the record names both. */
    private static Input input(TopicResource topic, RetainedRecord record) {
        var named = named(record);
        return Input.find(
                        named == null ? topic.name() : named, name -> name.equals(topic.name()) ? topic.input() : null)
                .orElseGet(topic::input);
    }

    /** Reads an event as a dead letter holds it. */
    Result decoded(Input input, byte[] event) {
        return result(input.topic(), reader.one(input, event));
    }

    private static Result result(String topic, ParseResult parsed) {
        return switch (parsed) {
            case ParseResult.Valid valid -> new Result.Decoded(topic, valid.only());
            case ParseResult.Invalid(var reason, var sentence) -> new Result.Rejected(reason, sentence);
        };
    }
}
