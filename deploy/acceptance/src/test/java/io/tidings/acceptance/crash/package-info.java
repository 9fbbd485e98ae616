/** Programs killed in the middle of their work, and what became of the events. */
@NullMarked
package io.tidings.acceptance.crash;

import org.jspecify.annotations.NullMarked;
