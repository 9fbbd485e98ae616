/** The fault campaign: events are published while everything fails in turn, and what happened is judged afterwards. */
@NullMarked
package io.tidings.chaos;

import org.jspecify.annotations.NullMarked;
