/** Commands for topics and their keys, for publishing, and for what happens at a glance. */
@NullMarked
package io.tidings.cli.topic;

import org.jspecify.annotations.NullMarked;
