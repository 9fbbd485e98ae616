/** Figures that reports are made of. */
@NullMarked
package io.tidings.testbed.report;

import org.jspecify.annotations.NullMarked;
