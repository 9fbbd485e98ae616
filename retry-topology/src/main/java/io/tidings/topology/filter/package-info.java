/** Which subscriptions an event goes to: filters made ready to be asked, and the index they are found in. Pure. */
@NullMarked
package io.tidings.topology.filter;

import org.jspecify.annotations.NullMarked;
