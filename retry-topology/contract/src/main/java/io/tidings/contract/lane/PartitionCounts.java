package io.tidings.contract.lane;

import java.util.List;

/**
 * The numbers of partitions that {@code deliveries} and the tiers have.
 *
 * @param former counts whose deliveries may still wait, while the partitions grow; empty else
 */
public record PartitionCounts(int current, List<Integer> former) {
    public PartitionCounts {
        former = List.copyOf(former);
        if (current < 1 || former.stream().anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException("partitions: " + current + ", before " + former);
        }
    }

    public static PartitionCounts of(int current) {
        return new PartitionCounts(current, List.of());
    }
}
