/** The present topics, subscriptions, validations and endpoint health, read from their topics. Pure. */
@NullMarked
package io.tidings.contract.table;

import org.jspecify.annotations.NullMarked;
