package io.tidings.export.window;

import java.time.Instant;

/**
 * Consecutive records of one partition whose blobs are written and committed together.
 *
 * @param start of the window of append times that its first record belongs to
 * @param first offset of its first record
 * @param end offset of the first record after it
 * @param endedByClock whether it ended at the end of the log when its time was over, and not at a record of a later
 *     window
 */
public record Window(Instant start, long first, long end, boolean endedByClock) {}
