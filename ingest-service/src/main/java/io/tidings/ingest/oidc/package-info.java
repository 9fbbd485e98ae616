/** The tokens of managers and publishers that an OIDC issuer signs (B-ACCESS-1, B-IDENT-2). */
@NullMarked
package io.tidings.ingest.oidc;

import org.jspecify.annotations.NullMarked;
