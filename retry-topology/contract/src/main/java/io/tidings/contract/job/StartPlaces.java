package io.tidings.contract.job;

import java.util.Map;
import java.util.stream.Collectors;

/** The positions of a job with which a subscription starts in the past, in its {@link JobProgress}. Pure. */
public final class StartPlaces {
    /** There once the job has come to the end of all partitions. */
    public static final String CAUGHT_UP = "caught-up";

    private static final String MARKER = "marker/";
    private static final String JOB = "start-";

    private StartPlaces() {}

    /** Returns the id of the job of a subscription: there is one, however often it is asked for. */
    public static String job(String uid) {
        return JOB + uid;
    }

    /** Returns the place that is there once the marker of a partition was read. */
    public static String marker(String partition) {
        return MARKER + partition;
    }

    public static boolean marked(Map<String, Long> positions, String partition) {
        return positions.containsKey(marker(partition));
    }

    public static boolean isPartition(String place) {
        return !place.startsWith(MARKER) && !place.equals(CAUGHT_UP);
    }

    /** Returns what the job has read, by the names of partitions, such as {@code tidings.events-3}. */
    public static Map<String, Long> partitions(Map<String, Long> positions) {
        return positions.entrySet().stream()
                .filter(each -> isPartition(each.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
