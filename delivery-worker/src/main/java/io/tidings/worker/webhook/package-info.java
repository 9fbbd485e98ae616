/** HTTP requests to webhooks: connections, headers, bodies, and what a response means. */
@NullMarked
package io.tidings.worker.webhook;

import org.jspecify.annotations.NullMarked;
