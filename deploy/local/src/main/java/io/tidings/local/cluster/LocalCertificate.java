package io.tidings.local.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.testbed.network.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * The self-signed certificate of local HTTPS.
 *
 * @param chain PEM, what clients are told to trust
 * @param key PEM, PKCS 8
 */
public record LocalCertificate(Path chain, Path key) {
    private static final String ALIAS = "local";

    /** Protects nothing: the store is deleted as soon as the key was taken out of it. */
    private static final String PASSWORD = "temporary";

    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    /**
     * The one in the folder; made if there is none.
     *
     * @param host as clients know this machine; {@code localhost} is good, too
     */
    public static LocalCertificate in(Path folder, String host) {
        var certificate = new LocalCertificate(folder.resolve(host + ".crt"), folder.resolve(host + ".key"));
        if (Files.exists(certificate.chain) && Files.exists(certificate.key)) {
            return certificate;
        }
        try {
            Files.createDirectories(folder);
            certificate.make(folder.resolve("temporary.p12"), host);
            return certificate;
        } catch (IOException | GeneralSecurityException e) {
            throw new CannotStart(
                    "No certificate could be made in %s (%s): delete the folder, or choose another with --data."
                            .formatted(folder, e.getMessage()),
                    e);
        }
    }

    private void make(Path store, String host) throws IOException, GeneralSecurityException {
        Files.deleteIfExists(store);
        TestCertificate.makeKey(
                store,
                ALIAS,
                PASSWORD,
                "CN=" + host + ", O=Tidings local",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "825",
                "-ext",
                "san=" + alternativeName(host) + "dns:localhost,ip:127.0.0.1,ip:0:0:0:0:0:0:0:1",
                "-ext",
                "eku=serverAuth");
        try (var in = Files.newInputStream(store)) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            SecretFile.write(
                    key,
                    pem(
                            "PRIVATE KEY",
                            keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
            Files.writeString(
                    chain, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()), UTF_8);
        } finally {
            Files.deleteIfExists(store);
        }
    }

    private static String alternativeName(String host) {
        if (host.equals(LocalAddress.LOOPBACK.host())) {
            return "";
        }
        return (host.matches("[0-9.]+") ? "ip:" : "dns:") + host + ",";
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(kind, BASE64.encodeToString(content));
    }
}
