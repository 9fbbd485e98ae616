/** Which unmodified clients the tests run, for the page that lists them. */
@NullMarked
package io.tidings.testbed.client;

import org.jspecify.annotations.NullMarked;
