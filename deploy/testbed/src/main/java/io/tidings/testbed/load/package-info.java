/** Load at a pace. */
@NullMarked
package io.tidings.testbed.load;

import org.jspecify.annotations.NullMarked;
