/** Secrets: how they are sealed on topics that others can read, and the form of those that sign requests. */
@NullMarked
package io.tidings.contract.secret;

import org.jspecify.annotations.NullMarked;
