package io.tidings.ingest.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for localhost, in PEM files, and a client's trust in it. */
public record ServerCertificate(Path certificate, Path key, SSLContext trust) {
    private static final String PASSWORD = "changeit";

    public static ServerCertificate in(Path folder, String algorithm) throws IOException, InterruptedException {
        var store = folder.resolve(algorithm + ".p12");
        var keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "edge",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
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
        try {
            return of(KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()), folder, algorithm);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static ServerCertificate of(KeyStore store, Path folder, String algorithm)
            throws GeneralSecurityException, IOException {
        var certificate = store.getCertificate("edge");
        var key = store.getKey("edge", PASSWORD.toCharArray());
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("edge", certificate);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return new ServerCertificate(
                pem(folder.resolve(algorithm + ".crt"), "CERTIFICATE", certificate.getEncoded()),
                pem(folder.resolve(algorithm + ".key"), "PRIVATE KEY", key.getEncoded()),
                context);
    }

    private static Path pem(Path file, String what, byte[] content) throws IOException {
        var text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }
}
