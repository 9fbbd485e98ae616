/** Webhooks for tests, which respond by a script and remember what they were sent. */
@NullMarked
package io.tidings.testbed.webhook;

import org.jspecify.annotations.NullMarked;
