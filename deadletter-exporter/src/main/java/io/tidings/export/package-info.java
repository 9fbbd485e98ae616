/** Dead letters on their way from Kafka into blobs: the program, its loop, its consumer. */
@NullMarked
package io.tidings.export;

import org.jspecify.annotations.NullMarked;
