/** The endpoints of a campaign, in a process of their own, and how each of them behaves. */
@NullMarked
package io.tidings.chaos.endpoint;

import org.jspecify.annotations.NullMarked;
