package io.tidings.worker.progress;

import java.util.Collection;

/** The finished records of one partition, and so what may be committed. Confined to the poll thread. */
public interface Progress {
    void finished(long offset);

    /** Takes back that a record has finished, because the transaction that finishes it was aborted. */
    void reopened(long offset);

    /** Returns the position to commit. */
    CommitPosition position();

    /** Forgets what lies below a commit. */
    void committed(long offset);

    /** Returns whether a commit can tell all that has finished, with some more offsets. */
    boolean holdsAllWith(Collection<Long> more);

    /** Returns whether a former release has finished records so far from the low end that a commit may not tell them. */
    boolean reachesBeyond();

    /** Returns the number of records that have not finished. */
    int open();
}
