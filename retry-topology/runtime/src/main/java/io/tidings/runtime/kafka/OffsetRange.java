package io.tidings.runtime.kafka;

import org.apache.kafka.common.TopicPartition;

/** @param end the offset after the last one */
public record OffsetRange(TopicPartition partition, long start, long end) {}
