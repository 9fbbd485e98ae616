/** Topics and subscriptions over HTTP, by our paths and by those of Azure's management SDKs. */
@NullMarked
package io.tidings.ingest.manage;

import org.jspecify.annotations.NullMarked;
