package io.tidings.export.redrive;

import org.apache.kafka.common.TopicPartition;

record OffsetRange(TopicPartition partition, long start, long end) {}
