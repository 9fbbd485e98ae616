/** Connections that can be cut, delayed, half-opened and reset. */
@NullMarked
package io.tidings.testbed.network;

import org.jspecify.annotations.NullMarked;
