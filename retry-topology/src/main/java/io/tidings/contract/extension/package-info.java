/** Members of a subscription that Event Grid does not have: {@code properties.tidings}. Pure. */
@NullMarked
package io.tidings.contract.extension;

import org.jspecify.annotations.NullMarked;
