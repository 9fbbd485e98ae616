/** What is done to the cluster. Each fault returns when all it touched works again. */
@NullMarked
package io.tidings.chaos.fault;

import org.jspecify.annotations.NullMarked;
