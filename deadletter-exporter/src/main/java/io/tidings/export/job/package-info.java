/** Jobs: which instance works on them, in which turns, and how far they are (B-REPLAY). */
@NullMarked
package io.tidings.export.job;

import org.jspecify.annotations.NullMarked;
