/** Client certificates and private trust, read from PEM files that the settings name (B-AUTH-3). */
@NullMarked
package io.tidings.runtime.certificate;

import org.jspecify.annotations.NullMarked;
