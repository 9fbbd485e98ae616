/** The outcome of an attempt and the verdict that follows: the rules of retry, expiry and giving up. Pure. */
@NullMarked
package io.tidings.worker.verdict;

import org.jspecify.annotations.NullMarked;
