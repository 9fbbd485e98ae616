/** Posting to webhooks: HTTP, addresses, what their answers mean. */
@NullMarked
package io.tidings.worker.endpoint;

import org.jspecify.annotations.NullMarked;
