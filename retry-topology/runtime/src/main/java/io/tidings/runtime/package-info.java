/** The basis of every program: settings, lifecycle, the admin port. */
@NullMarked
package io.tidings.runtime;

import org.jspecify.annotations.NullMarked;
