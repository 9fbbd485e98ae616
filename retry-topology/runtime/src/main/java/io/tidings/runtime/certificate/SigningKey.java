package io.tidings.runtime.certificate;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * The key that an identity signs with.
 *
 * @param certificate of the key
 */
public record SigningKey(PrivateKey key, X509Certificate certificate) {
    /** Leaves the key out. */
    @Override
    public String toString() {
        return "SigningKey[" + certificate.getSubjectX500Principal() + "]";
    }
}
