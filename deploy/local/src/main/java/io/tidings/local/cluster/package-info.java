/** A broker and the four programs in one process, on a folder of their own. */
@NullMarked
package io.tidings.local.cluster;

import org.jspecify.annotations.NullMarked;
