/** What a load needs, computed from what this machine was measured to do, and its page. Pure: no clock, no files, no Kafka. */
@NullMarked
package io.tidings.benchmark.model;

import org.jspecify.annotations.NullMarked;
