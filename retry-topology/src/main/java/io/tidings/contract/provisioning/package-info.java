/** The state in which a subscription is: being created, waiting for its endpoint, in force. Pure. */
@NullMarked
package io.tidings.contract.provisioning;

import org.jspecify.annotations.NullMarked;
