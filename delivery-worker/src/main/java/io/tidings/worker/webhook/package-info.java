/** HTTP requests to webhooks: connections, headers, signatures, bodies, outcomes, and the beginnings of failed responses. */
@NullMarked
package io.tidings.worker.webhook;

import org.jspecify.annotations.NullMarked;
