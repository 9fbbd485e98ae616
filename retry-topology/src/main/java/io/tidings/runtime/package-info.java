/** What every program needs to run: settings, lifecycle, the admin port. */
@NullMarked
package io.tidings.runtime;

import org.jspecify.annotations.NullMarked;
