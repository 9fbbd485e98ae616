/** One attempt from its start to its outcome, and late responses. */
@NullMarked
package io.tidings.worker.attempt;

import org.jspecify.annotations.NullMarked;
