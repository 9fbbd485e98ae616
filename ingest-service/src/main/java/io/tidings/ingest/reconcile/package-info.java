/** Brings subscriptions to the state that their owners asked for, on one instance at a time (decision 10). */
@NullMarked
package io.tidings.ingest.reconcile;

import org.jspecify.annotations.NullMarked;
