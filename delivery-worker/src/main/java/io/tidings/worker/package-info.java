/** Attempts, verdicts, retries, probation and batching: how a delivery gets to its endpoint. */
@NullMarked
package io.tidings.worker;

import org.jspecify.annotations.NullMarked;
