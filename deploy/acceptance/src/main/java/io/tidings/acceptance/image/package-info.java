/** The checks of images, unpacked to where they run. */
@NullMarked
package io.tidings.acceptance.image;

import org.jspecify.annotations.NullMarked;
