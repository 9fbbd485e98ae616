/** The routes, the managers that they admit, and the audit log of what these change (B-ACCESS-3). */
@NullMarked
package io.tidings.ingest.audit;

import org.jspecify.annotations.NullMarked;
