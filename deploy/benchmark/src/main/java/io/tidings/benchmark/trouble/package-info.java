/** Scenarios in which something is wrong: an endpoint, a neighbour, a worker that stops, too much of everything. */
@NullMarked
package io.tidings.benchmark.trouble;

import org.jspecify.annotations.NullMarked;
