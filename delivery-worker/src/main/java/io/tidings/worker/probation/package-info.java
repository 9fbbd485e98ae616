/** Endpoints that are left alone for a while because they fail, and how they come back (B-PROB). Pure. */
@NullMarked
package io.tidings.worker.probation;

import org.jspecify.annotations.NullMarked;
