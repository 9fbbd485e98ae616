/** The scenarios that the rows of the table measure. */
@NullMarked
package io.tidings.benchmark.scenario;

import org.jspecify.annotations.NullMarked;
