/** The HTTP edge: publishing, management of topics and subscriptions, and the webhook handshake. */
@NullMarked
package io.tidings.ingest;

import org.jspecify.annotations.NullMarked;
