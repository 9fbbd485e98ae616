/** What an attempt came to and what follows from it: the rules of retry, expiry and giving up. Pure. */
@NullMarked
package io.tidings.worker.verdict;

import org.jspecify.annotations.NullMarked;
