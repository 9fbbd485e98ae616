package io.tidings.worker.webhook;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A server's certificate that no authority has signed.
 *
 * @param server of the program that has the certificate
 * @param trusting of the program that trusts it
 */
record SelfSigned(SSLContext server, SSLContext trusting) {
    private static final String PASSWORD = "changeit";

    /** A new certificate for the name. */
    static SelfSigned in(Path folder, String name) throws IOException, InterruptedException, GeneralSecurityException {
        var keys = KeyStore.getInstance(generated(folder, name).toFile(), PASSWORD.toCharArray());
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        var server = SSLContext.getInstance("TLS");
        server.init(own.getKeyManagers(), null, null);

        var authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        authorities.setCertificateEntry("hook", keys.getCertificate("hook"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        var trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
        return new SelfSigned(server, trusting);
    }

    private static Path generated(Path folder, String name) throws IOException, InterruptedException {
        var store = folder.resolve("keys.p12");
        var keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "hook",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new AssertionError("keytool failed");
        }
        return store;
    }
}
