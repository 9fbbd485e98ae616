/** Published events: read in each of the schemas, and delivered in each. Pure. */
@NullMarked
package io.tidings.contract.event;

import org.jspecify.annotations.NullMarked;
