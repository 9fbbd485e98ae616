/** The events about changes of subscriptions and storages, and the times at which they are published (B-SYS). Pure. */
@NullMarked
package io.tidings.ingest.systemevent;

import org.jspecify.annotations.NullMarked;
