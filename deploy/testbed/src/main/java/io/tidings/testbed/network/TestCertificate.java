package io.tidings.testbed.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A self-signed certificate in a folder: those who serve it and those who trust it read the same store. */
public record TestCertificate(Path folder) {
    private static final String PASSWORD = "campaign";

    /** Makes it for all hosts of a domain. */
    public static TestCertificate make(Path folder, String domain) {
        var certificate = new TestCertificate(folder);
        try {
            Files.createDirectories(folder);
            var keytool = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-keyalg",
                            "EC",
                            "-groupname",
                            "secp256r1",
                            "-alias",
                            "endpoints",
                            "-dname",
                            "CN=" + domain,
                            "-ext",
                            "san=dns:*." + domain,
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            certificate.store().toString(),
                            "-storepass",
                            PASSWORD))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("keytool.log").toFile())
                    .start();
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException("no certificate could be made; read " + folder);
            }
            return certificate;
        } catch (IOException e) {
            throw new UncheckedIOException("no certificate could be made in " + folder, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while keytool ran", e);
        }
    }

    private Path store() {
        return folder.resolve("endpoints.p12");
    }

    /** Options of a JVM that trusts it. */
    public List<String> trust() {
        return List.of("-Djavax.net.ssl.trustStore=" + store(), "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
    }

    /** For a server that shows it. */
    public SSLContext context() {
        try (var in = Files.newInputStream(store())) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, PASSWORD.toCharArray());
            var context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + store(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificate in " + folder + " cannot be used", e);
        }
    }
}
