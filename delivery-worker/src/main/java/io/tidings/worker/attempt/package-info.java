/** One attempt from its start to its outcome, with responses that come late. */
@NullMarked
package io.tidings.worker.attempt;

import org.jspecify.annotations.NullMarked;
