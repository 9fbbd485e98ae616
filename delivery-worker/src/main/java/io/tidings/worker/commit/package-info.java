/** Parking and committing in one Kafka transaction. */
@NullMarked
package io.tidings.worker.commit;

import org.jspecify.annotations.NullMarked;
