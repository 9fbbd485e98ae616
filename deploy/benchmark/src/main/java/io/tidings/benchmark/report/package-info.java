/** Results of measurements, as a table and as JSON. */
@NullMarked
package io.tidings.benchmark.report;

import org.jspecify.annotations.NullMarked;
