/** Which dead letters are brought back, each once, and how fast. Pure. */
@NullMarked
package io.tidings.export.redrive.choice;

import org.jspecify.annotations.NullMarked;
