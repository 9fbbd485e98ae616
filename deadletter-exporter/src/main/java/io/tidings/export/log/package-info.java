/** Reading dead letters from Kafka and appending again what could not be stored. */
@NullMarked
package io.tidings.export.log;

import org.jspecify.annotations.NullMarked;
