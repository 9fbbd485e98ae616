/** The fault campaign: events are published while everything fails in turn, and what happened is judged afterwards. */
@NullMarked
package io.tidings.benchmark.campaign;

import org.jspecify.annotations.NullMarked;
