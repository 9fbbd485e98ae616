/** What the commands for operators have in common. */
@NullMarked
package io.tidings.export.command;

import org.jspecify.annotations.NullMarked;
