/** Commands for topics and their keys. */
@NullMarked
package io.tidings.cli.topic;

import org.jspecify.annotations.NullMarked;
