/** The tables of topics, subscriptions and endpoint health that are in force. Pure. */
@NullMarked
package io.tidings.contract.table;

import org.jspecify.annotations.NullMarked;
