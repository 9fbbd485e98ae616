package io.tidings.export.source;

import java.time.Duration;
import java.util.List;

/** All records that a job looks at, in the same order in each pass. Confined to one thread. */
public interface JobItems extends AutoCloseable {
    /** Returns whether all were polled. */
    boolean finished();

    /** Returns the next records, or none if they do not come in time. */
    List<JobItem> poll(Duration patience);

    /** Returns whether the source has not responded yet to what the last poll asked of it. */
    default boolean waiting() {
        return false;
    }

    /** Returns whether a place is finished for good once another one has begun. */
    default boolean oneByOne() {
        return false;
    }

    @Override
    void close();
}
