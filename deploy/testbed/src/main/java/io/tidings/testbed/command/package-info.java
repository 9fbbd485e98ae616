/** What all commands of this module do alike. */
@NullMarked
package io.tidings.testbed.command;

import org.jspecify.annotations.NullMarked;
