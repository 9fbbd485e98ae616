/** The tokens of managers: the admin token, and those of the tokens file (B-ACCESS-1). */
@NullMarked
package io.tidings.ingest.token;

import org.jspecify.annotations.NullMarked;
