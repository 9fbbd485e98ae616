/** HTTP requests to webhooks: connections, headers, bodies and outcomes. */
@NullMarked
package io.tidings.worker.webhook;

import org.jspecify.annotations.NullMarked;
