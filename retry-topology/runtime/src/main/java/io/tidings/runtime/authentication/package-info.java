/** Proofs to endpoints of who sends: access tokens and client certificates (B-AUTH-2, B-AUTH-3). */
@NullMarked
package io.tidings.runtime.authentication;

import org.jspecify.annotations.NullMarked;
