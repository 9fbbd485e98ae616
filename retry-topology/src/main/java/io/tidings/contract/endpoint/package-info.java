/** How the endpoints of subscriptions stand, as the worker writes it and everybody reads it (B-PROB). Pure. */
@NullMarked
package io.tidings.contract.endpoint;

import org.jspecify.annotations.NullMarked;
