/** JSON that is read where it stands, and errors that name the member and the rule. Pure. */
@NullMarked
package io.tidings.contract.json;

import org.jspecify.annotations.NullMarked;
