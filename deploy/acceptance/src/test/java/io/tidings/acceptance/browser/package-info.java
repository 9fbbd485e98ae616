/** The tests of the console in a real browser. */
@NullMarked
package io.tidings.acceptance.browser;

import org.jspecify.annotations.NullMarked;
