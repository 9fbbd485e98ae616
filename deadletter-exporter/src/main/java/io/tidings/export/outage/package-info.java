/** How long destinations have been unavailable, and when they are tried again. Pure. */
@NullMarked
package io.tidings.export.outage;

import org.jspecify.annotations.NullMarked;
