/** Commands that show what became of events. */
@NullMarked
package io.tidings.cli.event;

import org.jspecify.annotations.NullMarked;
