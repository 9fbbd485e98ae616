/** What is done to a town. Each returns when all it touched works again. */
@NullMarked
package io.tidings.chaos.fault;

import org.jspecify.annotations.NullMarked;
