/** For how long destinations have been asked in vain, and when they are asked again. Pure. */
@NullMarked
package io.tidings.export.outage;

import org.jspecify.annotations.NullMarked;
