/** Commands for subscriptions, and the flags that describe one. */
@NullMarked
package io.tidings.cli.subscription;

import org.jspecify.annotations.NullMarked;
