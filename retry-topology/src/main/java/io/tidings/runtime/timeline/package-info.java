/** What the timeline is asked with, by its own instances and by programs that show it. */
@NullMarked
package io.tidings.runtime.timeline;

import org.jspecify.annotations.NullMarked;
