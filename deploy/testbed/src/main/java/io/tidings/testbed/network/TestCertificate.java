package io.tidings.testbed.network;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tidings.testbed.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A self-signed certificate in a folder. Servers and clients read the same store. */
public record TestCertificate(Path folder) {
    private static final String PASSWORD = "campaign";
    private static final String ALIAS = "endpoints";

    /** Makes a certificate for all hosts of a domain. */
    public static TestCertificate make(Path folder, String domain) {
        return make(folder, "EC", "dns:*." + domain);
    }

    /**
     * Makes a certificate for some names.
     *
     * @param algorithm of its key, such as {@code EC}
     * @param names as keytool writes them, such as {@code dns:localhost}
     */
    public static TestCertificate make(Path folder, String algorithm, String... names) {
        var certificate = new TestCertificate(folder);
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(certificate.store());
            var options = new ArrayList<>(List.of("-keyalg", algorithm, "-ext", "san=" + String.join(",", names)));
            if (algorithm.equals("EC")) {
                options.addAll(List.of("-groupname", "secp256r1")); // the curve of most endpoints
            }
            makeKey(certificate.store(), ALIAS, PASSWORD, "CN=test", options.toArray(String[]::new));
            return certificate;
        } catch (IOException e) {
            throw new UncheckedIOException("no certificate could be made in " + folder, e);
        }
    }

    /**
     * Makes a key with a self-signed certificate in a new PKCS 12 store.
     *
     * @param more options of keytool, such as {@code -keyalg}
     */
    public static void makeKey(Path store, String alias, String password, String name, String... more)
            throws IOException {
        var command = new ArrayList<>(List.of(Tool.ofJdk("keytool"), "-genkeypair", "-alias", alias));
        command.addAll(List.of("-dname", name, "-storetype", "PKCS12", "-keystore", store.toString()));
        command.addAll(List.of("-storepass", password));
        command.addAll(List.of(more));
        Tool.run(command.toArray(String[]::new));
    }

    private Path store() {
        return folder.resolve("endpoints.p12");
    }

    /** Options of a JVM that trusts the certificate. */
    public List<String> trust() {
        return List.of("-Djavax.net.ssl.trustStore=" + store(), "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
    }

    /** The TLS context of a server with the certificate. */
    public SSLContext context() {
        return use(keys -> context(keyManagers(keys), null));
    }

    /** The TLS context of a server with the certificate, which trusts these clients only. */
    public SSLContext contextFor(Collection<X509Certificate> clients) {
        return use(keys -> context(keyManagers(keys), trustManagers(clients)));
    }

    /** The TLS context of a client that trusts this certificate only. */
    public SSLContext trusting() {
        return use(_ -> context(null, trustManagers(List.of(x509()))));
    }

    private static KeyManager[] keyManagers(KeyStore keys) throws GeneralSecurityException {
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        return managers.getKeyManagers();
    }

    private static TrustManager[] trustManagers(Collection<X509Certificate> trusted)
            throws GeneralSecurityException, IOException {
        var authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        for (var each : trusted) {
            authorities.setCertificateEntry("trusted-" + authorities.size(), each);
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(authorities);
        return managers.getTrustManagers();
    }

    private static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
            throws GeneralSecurityException {
        var context = SSLContext.getInstance("TLS");
        context.init(keys, trust, null);
        return context;
    }

    public X509Certificate x509() {
        return use(keys -> (X509Certificate) keys.getCertificate(ALIAS));
    }

    /** Writes the certificate to a PEM file. */
    public Path certificateFile() {
        return use(keys ->
                pem("server.crt", "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    }

    /** Writes the private key to a PEM file. */
    public Path keyFile() {
        return use(keys -> pem(
                "server.key",
                "PRIVATE KEY",
                keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
    }

    private Path pem(String file, String kind, byte[] content) throws IOException {
        var text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
        return Files.writeString(
                folder.resolve(file), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private interface Use<T> {
        T of(KeyStore keys) throws IOException, GeneralSecurityException;
    }

    private <T> T use(Use<T> use) {
        try (var in = Files.newInputStream(store())) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            return use.of(keys);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + store(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificate in " + folder + " cannot be used", e);
        }
    }
}
