package io.tidings.export.redrive;

import org.apache.kafka.common.TopicPartition;

/** A part of one partition of the dead-letters topic, from one offset up to another. */
record OffsetRange(TopicPartition partition, long start, long end) {}
