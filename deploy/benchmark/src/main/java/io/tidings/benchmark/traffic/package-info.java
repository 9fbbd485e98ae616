/** The traffic that the rows publish and write, and the pipeline that they warm up with it. */
@NullMarked
package io.tidings.benchmark.traffic;

import org.jspecify.annotations.NullMarked;
