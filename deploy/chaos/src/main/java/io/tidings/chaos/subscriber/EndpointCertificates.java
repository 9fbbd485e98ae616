package io.tidings.chaos.subscriber;

import io.tidings.testbed.network.TestCertificate;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** The certificate of the endpoints and those of the clients that they know, in a folder. */
public record EndpointCertificates(Path folder) {

    public static EndpointCertificates make(Path folder) {
        var certificates = new EndpointCertificates(folder);
        TestCertificate.make(certificates.server().folder(), "EC", "dns:*." + Subscriber.DOMAIN, "dns:localhost");
        for (var name : List.of(DeliveryExtras.PARTNER, DeliveryExtras.AUDITOR)) {
            TestCertificate.make(certificates.client(name).folder(), "EC", "dns:" + name);
        }
        return certificates;
    }

    private TestCertificate server() {
        return new TestCertificate(folder.resolve("server"));
    }

    private TestCertificate client(String name) {
        return new TestCertificate(folder.resolve(name));
    }

    /** The settings of a worker that has the certificates of all clients. */
    public Map<String, String> settings() {
        return Map.of(
                "endpoint.identity." + DeliveryExtras.PARTNER, files(client(DeliveryExtras.PARTNER)),
                "endpoint.identity." + DeliveryExtras.AUDITOR, files(client(DeliveryExtras.AUDITOR)),
                "endpoint.trust." + DeliveryExtras.TRUST,
                        server().certificateFile().toString());
    }

    private static String files(TestCertificate certificate) {
        return certificate.certificateFile() + "," + certificate.keyFile();
    }

    /** Options of a JVM that trusts the endpoints. */
    public List<String> trust() {
        return server().trust();
    }

    /** The TLS context of the endpoints. */
    SSLContext context() {
        return server().contextFor(names().keySet());
    }

    /** The names of the clients by their certificates. */
    Map<X509Certificate, String> names() {
        return Map.of(
                client(DeliveryExtras.PARTNER).x509(), DeliveryExtras.PARTNER,
                client(DeliveryExtras.AUDITOR).x509(), DeliveryExtras.AUDITOR);
    }
}
