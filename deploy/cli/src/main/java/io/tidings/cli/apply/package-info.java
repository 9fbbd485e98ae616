/** Resources from files: compared with what exists, and written where they differ. */
@NullMarked
package io.tidings.cli.apply;

import org.jspecify.annotations.NullMarked;
