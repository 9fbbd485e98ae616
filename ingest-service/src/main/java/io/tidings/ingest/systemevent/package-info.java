/** Which change of a subscription or a storage is published as which event, and when (B-SYS). Pure. */
@NullMarked
package io.tidings.ingest.systemevent;

import org.jspecify.annotations.NullMarked;
