package io.tidings.topology.source;

import io.tidings.topology.begun.BegunOffsets;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of sources that this process has begun, over all of its sessions.
 *
 * @param first of what the group reads
 * @param again of what is read again for subscriptions that catch up
 */
record BegunRecords(BegunOffsets first, BegunOffsets again) {
    BegunRecords(String process) {
        this(new BegunOffsets(process), new BegunOffsets(process));
    }

    /**
     * Called when this process gets a partition. The reader writes the notes itself.
     *
     * @param position of the group
     * @param end of the log
     */
    void taken(TopicPartition partition, PartitionStarts starts, long position, long end) {
        first.taken(partition, starts.found().begun(), position, end, () -> {});
        again.taken(partition, starts.found().begunAgain(), starts.next().orElse(position), position, () -> {});
    }
}
