package io.tidings.ingest.timeline;

import io.tidings.runtime.kafka.OffsetRange;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The merge of partitions that are read backwards in blocks, the newest row first. The rows of one partition keep the
 * order of their offsets, whatever times they have. Pure.
 */
final class NewestFirst<T> {
    private final Map<TopicPartition, Part<T>> parts = new LinkedHashMap<>();

    /** @param row null for a record that is not wanted */
    record Read<T>(long offset, Instant time, @Nullable T row) {}

    private static final class Part<T> {
        private final long beginning;
        private final Deque<Read<T>> rows = new ArrayDeque<>();
        private long read;
        private Instant oldest = Instant.MAX;

        Part(OffsetRange range) {
            beginning = Math.min(range.start(), range.end());
            read = range.end();
        }

        boolean unread() {
            return read > beginning;
        }

        /** Returns the offset after the last record that was not taken. */
        long end() {
            return rows.isEmpty() ? read : rows.getFirst().offset() + 1;
        }

        /** Returns the time that no record before {@link #end} is expected to be after. */
        Instant newest() {
            return rows.isEmpty() ? oldest : rows.getFirst().time();
        }
    }

    /** @param ranges to read, at most one of a partition */
    NewestFirst(List<OffsetRange> ranges) {
        ranges.forEach(range -> parts.put(range.partition(), new Part<>(range)));
    }

    /** Takes the newest row; empty if there is none, or if one of the partitions {@link #behind} may have a newer one. */
    Optional<T> next() {
        if (!behind().isEmpty()) {
            return Optional.empty();
        }
        return head().flatMap(
                        part -> Optional.ofNullable(part.rows.removeFirst().row()));
    }

    private Optional<Part<T>> head() {
        return parts.values().stream().filter(part -> !part.rows.isEmpty()).max(Comparator.comparing(Part::newest));
    }

    /** Returns the partitions that have to be read further before the next row is known. */
    List<TopicPartition> behind() {
        var newest = head().map(Part::newest).orElse(Instant.MIN);
        return parts.entrySet().stream()
                .filter(each -> each.getValue().rows.isEmpty()
                        && each.getValue().unread()
                        && each.getValue().oldest.isAfter(newest))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the last records of a partition that are not read yet. */
    OffsetRange block(TopicPartition partition, int records) {
        var part = part(partition);
        return new OffsetRange(partition, Math.max(part.beginning, part.read - records), part.read);
    }

    /** @param records of the block, in the order of their offsets */
    void add(OffsetRange block, List<Read<T>> records) {
        var part = part(block.partition());
        part.read = block.start();
        if (!records.isEmpty()) {
            part.oldest = records.getFirst().time();
        }
        records.reversed().stream().filter(each -> each.row() != null).forEach(part.rows::addLast);
    }

    private Part<T> part(TopicPartition partition) {
        var part = parts.get(partition);
        if (part == null) {
            throw new IllegalArgumentException(partition + " is none of " + parts.keySet());
        }
        return part;
    }

    /** Returns the end of what is left of each partition that has something left. */
    Map<TopicPartition, Long> left() {
        var left = new LinkedHashMap<TopicPartition, Long>();
        parts.forEach((partition, part) -> {
            if (part.end() > part.beginning) {
                left.put(partition, part.end());
            }
        });
        return left;
    }

    /** Returns the time back to which everything was looked at; empty if nothing is left, or nothing was read. */
    Optional<Instant> back() {
        return parts.values().stream()
                .filter(part -> part.end() > part.beginning)
                .map(Part::newest)
                .max(Comparator.naturalOrder())
                .filter(time -> !time.equals(Instant.MAX));
    }
}
