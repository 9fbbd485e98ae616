/** Single steps of a delivery, measured by JMH: {@code deploy/benchmark/micro}. */
@NullMarked
package io.tidings.benchmark.micro;

import org.jspecify.annotations.NullMarked;
