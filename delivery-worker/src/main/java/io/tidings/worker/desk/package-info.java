/** Where ingest-service asks for the events of queues, and settles them (B-PULL-4). */
@NullMarked
package io.tidings.worker.desk;

import org.jspecify.annotations.NullMarked;
