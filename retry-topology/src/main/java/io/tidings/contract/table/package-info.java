/** The present topics, subscriptions and endpoint health, read from their topics. Pure. */
@NullMarked
package io.tidings.contract.table;

import org.jspecify.annotations.NullMarked;
