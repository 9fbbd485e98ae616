package io.tidings.runtime.certificate;

import javax.net.ssl.SSLContext;

/** The certificates of both sides of a connection, as one version of their files has them. */
public record TlsContext(SSLContext ssl, Version version) {
    /** The number of times each file had changed; 0 for what is not from a file. */
    public record Version(long identity, long trust) {}
}
