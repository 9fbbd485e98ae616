/** The slow work on subscriptions, done by one instance at a time (decision 10). */
@NullMarked
package io.tidings.ingest.owner;

import org.jspecify.annotations.NullMarked;
