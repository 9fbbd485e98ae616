/** The tokens of managers that an OIDC issuer signs (B-ACCESS-1). */
@NullMarked
package io.tidings.ingest.oidc;

import org.jspecify.annotations.NullMarked;
