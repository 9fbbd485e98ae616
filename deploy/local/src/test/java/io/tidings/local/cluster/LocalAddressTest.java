package io.tidings.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.testbed.broker.LocalBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAddressTest {
    private static final LocalAddress EVERYWHERE = new LocalAddress("0.0.0.0", "tidings");
    private static final int PORT = 9092;
    private static final int DNS = 2;

    @TempDir
    private Path folder;

    @Test
    void onLoopbackTheBrokerHasOneListenerForAll() {
        assertThat(LocalAddress.LOOPBACK.beyondLoopback()).isFalse();
        var broker = LocalAddress.LOOPBACK.at(PORT, LocalBroker.Settings.in(folder));
        assertThat(broker.port()).isEqualTo(PORT);
        assertThat(broker.properties()).isEmpty();
    }

    @Test
    void beyondLoopbackTheBrokerTellsClientsTheNameTheyKnowAndKeepsAListenerForItsOwnPrograms() {
        assertThat(EVERYWHERE.beyondLoopback()).isTrue();
        var broker = EVERYWHERE.at(PORT, LocalBroker.Settings.in(folder));
        assertThat(broker.port()).isNotEqualTo(PORT);
        assertThat(broker.properties().get("listeners"))
                .contains("PLAINTEXT://localhost:" + broker.port(), "OUTSIDE://0.0.0.0:9092");
        assertThat(broker.properties().get("advertised.listeners"))
                .isEqualTo("PLAINTEXT://localhost:" + broker.port() + ",OUTSIDE://tidings:9092");
    }

    @Test
    void beyondLoopbackEndpointsOfPrivateNetworksAreAllowed() {
        assertThat(settings(LocalAddress.LOOPBACK))
                .containsEntry("endpoint.allow.networks", "127.0.0.0/8,::1/128")
                .containsEntry("http.host", "127.0.0.1")
                .doesNotContainKey("public.url");
        assertThat(settings(EVERYWHERE))
                .containsEntry("http.host", "0.0.0.0")
                .containsEntry("admin.host", "0.0.0.0")
                .containsEntry("public.url", "http://tidings:8080");
        assertThat(settings(EVERYWHERE).get("endpoint.allow.networks")).contains("127.0.0.0/8", "172.16.0.0/12");
    }

    /** Others on this machine could ask it otherwise. */
    @Test
    void theTimelineHasASecretThatNobodyKnows() {
        assertThat(settings(LocalAddress.LOOPBACK).get("timeline.secret"))
                .hasSize(48)
                .isNotEqualTo(settings(LocalAddress.LOOPBACK).get("timeline.secret"));
    }

    @Test
    void theCertificateNamesTheHostAndLocalhost() throws IOException, GeneralSecurityException {
        var chain = LocalCertificate.in(folder, "tidings").chain();
        assertThat(chain).hasFileName("tidings.crt");
        try (var in = Files.newInputStream(chain)) {
            var certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            assertThat(certificate.getSubjectAlternativeNames())
                    .contains(List.of(DNS, "tidings"), List.of(DNS, "localhost"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../tidings", "a b", "::1", "-tidings"})
    void aNameThatIsNoneIsRefused(String host) {
        assertThatThrownBy(() -> new LocalAddress("127.0.0.1", host))
                .isInstanceOf(CannotStart.class)
                .hasMessageContaining("--host");
    }

    private Map<String, String> settings(LocalAddress address) {
        var options = new LocalOptions(folder, address, new LocalPorts(PORT, 8080, 8443, 9190), null, Map.of());
        var certificate = new LocalCertificate(folder.resolve("chain"), folder.resolve("key"));
        return LocalSettings.of(options, "localhost:9092", certificate);
    }
}
