/** The changes that managers make, and the audit log of them (B-ACCESS-3). */
@NullMarked
package io.tidings.ingest.audit;

import org.jspecify.annotations.NullMarked;
