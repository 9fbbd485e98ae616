/** Commands that start, show and stop redrives and replays. */
@NullMarked
package io.tidings.cli.job;

import org.jspecify.annotations.NullMarked;
