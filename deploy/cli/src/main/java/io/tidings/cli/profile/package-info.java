/** Commands for profiles. */
@NullMarked
package io.tidings.cli.profile;

import org.jspecify.annotations.NullMarked;
