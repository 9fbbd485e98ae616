package io.tidings.runtime.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.testbed.network.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA", "Ed25519"})
    void certificateAndKeyMayStandInOneText(String algorithm) throws Exception {
        var made = TestCertificate.make(folder, algorithm, "dns:localhost");
        var pem = new Pem("a comment\n" + keyOf(made) + certificateOf(made));
        assertThat(pem.certificates()).containsExactly(made.x509());
        assertThat(pem.privateKeyOf(made.x509()).getEncoded()).isNotEmpty();
        assertThat(pem.toString()).doesNotContain("BEGIN");
    }

    @Test
    void theKeyOfAnotherCertificateIsRefused() throws Exception {
        var one = TestCertificate.make(folder.resolve("one"), "EC", "dns:localhost");
        var other = TestCertificate.make(folder.resolve("other"), "EC", "dns:localhost");
        var mixed = new Pem(certificateOf(one) + keyOf(other));
        assertThatThrownBy(() -> mixed.privateKeyOf(one.x509()))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("does not belong");
    }

    @Test
    void aTextWithoutACertificateOrAKeyIsRefused() throws Exception {
        var made = TestCertificate.make(folder, "EC", "dns:localhost");
        assertThatThrownBy(() -> new Pem(keyOf(made)).certificates()).hasMessageContaining("no certificate");
        assertThatThrownBy(() -> new Pem(certificateOf(made)).privateKeyOf(made.x509()))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("openssl pkcs8");
        var formerForm = keyOf(made).replace("PRIVATE KEY", "EC PRIVATE KEY");
        assertThatThrownBy(() -> new Pem(formerForm).privateKeyOf(made.x509())).hasMessageContaining("openssl pkcs8");
        var broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
        assertThatThrownBy(() -> new Pem(broken).certificates()).isInstanceOf(GeneralSecurityException.class);
    }

    private static String certificateOf(TestCertificate made) throws IOException {
        return Files.readString(made.certificateFile());
    }

    private static String keyOf(TestCertificate made) throws IOException {
        return Files.readString(made.keyFile());
    }
}
