/** Topics and subscriptions over HTTP. */
@NullMarked
package io.tidings.ingest.manage;

import org.jspecify.annotations.NullMarked;
