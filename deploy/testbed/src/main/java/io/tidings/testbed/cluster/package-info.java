/** The shipped services as processes: how each is set up, started, disturbed, managed, and started again. */
@NullMarked
package io.tidings.testbed.cluster;

import org.jspecify.annotations.NullMarked;
