/** A topic as its owner writes it, validated. Pure. */
@NullMarked
package io.tidings.contract.topic;

import org.jspecify.annotations.NullMarked;
