/** More than can be delivered, brokers that are away, and much of everything: what it does to memory and to others. */
@NullMarked
package io.tidings.chaos.overload;

import org.jspecify.annotations.NullMarked;
