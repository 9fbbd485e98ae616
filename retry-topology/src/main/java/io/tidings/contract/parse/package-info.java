/** Reads events from requests and records, in each of the schemas. Pure. */
@NullMarked
package io.tidings.contract.parse;

import org.jspecify.annotations.NullMarked;
