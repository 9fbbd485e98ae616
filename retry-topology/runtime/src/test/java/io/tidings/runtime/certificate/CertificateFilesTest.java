package io.tidings.runtime.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.network.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-AUTH-3: certificates by name, and the files behind the names. */
class CertificateFilesTest {
    private static final TlsNames PARTNER = new TlsNames("partner", "internal");

    @TempDir
    Path folder;

    @Test
    void aChangedFileIsReadAgainAndABrokenOneIsNot() throws Exception {
        var identity = folder.resolve("partner.pem");
        write(identity, certificate("one"));
        try (var files = CertificateFiles.open(
                Map.of("partner", List.of(identity)),
                Map.of("internal", List.of(certificate("two").certificateFile())),
                Duration.ofMillis(20))) {
            var first = files.of(PARTNER);
            assertThat(first).isNotNull();
            assertThat(files.of(PARTNER)).as("the same content").isSameAs(first);
            Files.writeString(identity, "broken");
            write(identity, certificate("three"));
            await().until(() -> !first.version().equals(files.of(PARTNER).version()));
            var last = files.of(PARTNER);
            Files.delete(identity);
            Files.writeString(identity, "broken");
            await().during(Duration.ofMillis(200))
                    .until(() -> last.version().equals(files.of(PARTNER).version()));
            assertThat(files.missing(PARTNER, "this worker")).isNull();
        }
    }

    @Test
    void aNameWithoutASettingOrAFileIsMissing() throws Exception {
        var good = folder.resolve("good.pem");
        write(good, certificate("one"));
        try (var files = CertificateFiles.open(
                Map.of("good", List.of(good), "lost", List.of(folder.resolve("lost.pem"))), Map.of())) {
            assertThat(files.missing(new TlsNames("good", null), "this worker")).isNull();
            assertThat(files.missing(new TlsNames("other", null), "this worker"))
                    .contains("this worker has no setting endpoint.identity.other");
            assertThat(files.missing(new TlsNames("good", "other"), "this worker"))
                    .contains("this worker has no setting endpoint.trust.other");
            var lost = new TlsNames("lost", null);
            assertThat(files.missing(lost, "this worker")).contains("endpoint.identity.lost", "cannot be read");
            assertThat(files.of(lost)).isNull();
        }
    }

    private TestCertificate certificate(String name) {
        return TestCertificate.make(folder.resolve(name), "EC", "dns:localhost");
    }

    private static void write(Path file, TestCertificate certificate) throws IOException {
        var next = file.resolveSibling("next");
        Files.writeString(
                next, Files.readString(certificate.certificateFile()) + Files.readString(certificate.keyFile()));
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
