/** Dead letters on their way from Kafka into blobs. */
@NullMarked
package io.tidings.export;

import org.jspecify.annotations.NullMarked;
