/** The management API of a running ingest service, from a client's side. */
@NullMarked
package io.tidings.testbed.management;

import org.jspecify.annotations.NullMarked;
