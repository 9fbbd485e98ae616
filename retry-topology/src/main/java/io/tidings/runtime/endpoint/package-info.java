/** How endpoints are reached, the same for deliveries and handshakes. */
@NullMarked
package io.tidings.runtime.endpoint;

import org.jspecify.annotations.NullMarked;
