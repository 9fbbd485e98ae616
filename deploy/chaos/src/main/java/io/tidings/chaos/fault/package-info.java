/** The processes of a run, and what is done to them. Each fault returns when all it touched works again. */
@NullMarked
package io.tidings.chaos.fault;

import org.jspecify.annotations.NullMarked;
