/** The validation state of subscriptions. Pure. */
@NullMarked
package io.tidings.contract.provisioning;

import org.jspecify.annotations.NullMarked;
