/** From a publishing request to durable records on the events topics. */
@NullMarked
package io.tidings.ingest.publish;

import org.jspecify.annotations.NullMarked;
