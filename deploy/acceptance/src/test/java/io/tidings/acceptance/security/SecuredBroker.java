package io.tidings.acceptance.security;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.tidings.local.cluster.LocalCertificate;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.LocalBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.errors.AuthenticationException;

/**
 * A broker with TLS, SCRAM and an authorizer, as {@code deploy/kubernetes/strimzi} has it. Everybody's password is his
 * name, and nobody but the operator may do anything yet.
 */
final class SecuredBroker implements AutoCloseable {
    private static final String OPERATOR = "operator";

    private final LocalBroker broker;
    private final LocalCertificate certificate;

    private SecuredBroker(LocalBroker broker, LocalCertificate certificate) {
        this.broker = broker;
        this.certificate = certificate;
    }

    /** @param users who may log in, once this returns */
    static SecuredBroker start(Path folder, List<String> users) throws IOException {
        var certificate = LocalCertificate.in(folder.resolve("certificate"), "localhost");
        var secured = new SecuredBroker(LocalBroker.start(settings(folder, certificate)), certificate);
        try (var admin = secured.operator().admin()) {
            KafkaFutures.await(admin.alterUserScramCredentials(passwords(users)).all(), "setting passwords");
        }
        users.forEach(user -> await().atMost(PATIENCE).until(() -> secured.knows(user)));
        return secured;
    }

    /**
     * Clients come by a listener that asks who they are. The controller's is the broker's own, and has no TLS; the
     * operator's password stands in a file, since somebody has to be there before others get theirs.
     */
    private static LocalBroker.Settings settings(Path folder, LocalCertificate certificate) throws IOException {
        var store = Files.writeString(
                folder.resolve("broker.pem"),
                Files.readString(certificate.key()) + Files.readString(certificate.chain()));
        return LocalBroker.Settings.in(folder.resolve("kafka"))
                .with("listener.security.protocol.map", "PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT")
                .with("ssl.keystore.type", "PEM")
                .with("ssl.keystore.location", store.toString())
                .with("ssl.truststore.type", "PEM")
                .with("ssl.truststore.location", certificate.chain().toString())
                .with("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-512")
                .with("sasl.mechanism.inter.broker.protocol", "PLAIN")
                .with(
                        "listener.name.plaintext.plain.sasl.jaas.config",
                        plain(OPERATOR).replace(";", "") + " user_" + OPERATOR + "=\"" + OPERATOR + "\";")
                .with(
                        "listener.name.plaintext.scram-sha-512.sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;")
                .with("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
                .with("super.users", "User:" + OPERATOR + ";User:ANONYMOUS");
    }

    private static List<UserScramCredentialAlteration> passwords(List<String> users) {
        var strength = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
        return users.stream()
                .<UserScramCredentialAlteration>map(
                        user -> new UserScramCredentialUpsertion(user, strength, user.getBytes(UTF_8)))
                .toList();
    }

    /** The broker takes them over a moment after it has promised to. */
    private boolean knows(String user) {
        try (var admin = clients(user).admin()) {
            KafkaFutures.await(admin.describeCluster().clusterId(), "asking who is there");
            return true;
        } catch (AuthenticationException e) {
            return false;
        }
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    KafkaClients operator() {
        return clients(OPERATOR);
    }

    KafkaClients clients(String user) {
        return new KafkaClients(broker.bootstrapServers(), login(user), Map.of(), Map.of(), Map.of());
    }

    /** What a client says to be let in as this user. */
    Map<String, String> login(String user) {
        boolean operator = user.equals(OPERATOR);
        return Map.of(
                "security.protocol",
                "SASL_SSL",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                certificate.chain().toString(),
                "sasl.mechanism",
                operator ? "PLAIN" : "SCRAM-SHA-512",
                "sasl.jaas.config",
                operator ? plain(user) : scram(user));
    }

    private static String plain(String user) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
                .formatted(user, user);
    }

    private static String scram(String user) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
                .formatted(user, user);
    }

    @Override
    public void close() {
        broker.close();
    }
}
