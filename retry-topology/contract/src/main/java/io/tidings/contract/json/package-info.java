/** JSON that is read in place, and errors that name the member and the rule. Pure. */
@NullMarked
package io.tidings.contract.json;

import org.jspecify.annotations.NullMarked;
