/** What all commands of this module do alike. */
@NullMarked
package io.tidings.benchmark.command;

import org.jspecify.annotations.NullMarked;
