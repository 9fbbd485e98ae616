/** The planner: it computes what a load needs from what this machine was measured to do. Pure: no clock, no files, no Kafka. */
@NullMarked
package io.tidings.benchmark.model;

import org.jspecify.annotations.NullMarked;
