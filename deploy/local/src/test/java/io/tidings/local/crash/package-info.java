/** Programs killed in the middle of their work, and what became of the events. */
@NullMarked
package io.tidings.local.crash;

import org.jspecify.annotations.NullMarked;
