/** Plans as tables and pages for people, and as JSON for programs. */
@NullMarked
package io.tidings.benchmark.model.text;

import org.jspecify.annotations.NullMarked;
