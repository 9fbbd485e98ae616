/** In which order the deliveries of a subscription are sent. */
@NullMarked
package io.tidings.contract.order;

import org.jspecify.annotations.NullMarked;
