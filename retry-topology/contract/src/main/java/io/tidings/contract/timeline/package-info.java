/** The lines that the worker and the exporter log about deliveries, from which their timeline is built (B-TIME). Pure. */
@NullMarked
package io.tidings.contract.timeline;

import org.jspecify.annotations.NullMarked;
