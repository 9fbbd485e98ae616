package io.tidings.contract.topic;

/** The Kafka topic that a topic gets its events from. */
public record KafkaSource(String kafkaTopic, SourceFormat format, SourceStart start, SourceMapping mapping) {}
