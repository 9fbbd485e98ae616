/** Attempts, verdicts, retries, probation and batching: what brings a delivery to its endpoint. */
@NullMarked
package io.tidings.worker;

import org.jspecify.annotations.NullMarked;
