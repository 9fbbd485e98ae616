package io.tidings.export.window;

import java.time.Instant;

/**
 * A run of records of one partition whose blobs are written, and committed, together.
 *
 * @param start of the window of append times that its first record lies in
 * @param first offset of its first record
 * @param end offset of the first record after it
 * @param endedByClock whether it ended with the log, its time being over, and not at a record of a later window
 */
public record Window(Instant start, long first, long end, boolean endedByClock) {}
