/** A whole pipeline that is up and warm, for scenarios that measure it. */
@NullMarked
package io.tidings.benchmark.pipeline;

import org.jspecify.annotations.NullMarked;
