package io.tidings.contract.job;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * @param scanned records looked at
 * @param selected events to bring back, as far as counted
 * @param counted whether {@code selected} is complete
 * @param skipped events that were asked for but are not brought back, by the reason
 */
public record JobCounts(long scanned, long selected, boolean counted, long written, Map<String, Long> skipped) {
    public static final JobCounts NONE = new JobCounts(0, 0, false, 0, Map.of());

    public JobCounts {
        skipped = Collections.unmodifiableMap(new TreeMap<>(skipped));
    }

    /** The number of deliveries that are still to be written. */
    public long left() {
        return Math.max(0, selected - written);
    }
}
