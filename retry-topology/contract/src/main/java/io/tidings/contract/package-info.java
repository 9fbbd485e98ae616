/** The shared vocabulary: names of topics and headers, keys, the ladder of retry tiers. Pure. */
@NullMarked
package io.tidings.contract;

import org.jspecify.annotations.NullMarked;
