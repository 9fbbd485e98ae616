package io.tidings.acceptance.installation;

import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Addresses, secrets and a storage of this machine, in place of a cluster's.
 *
 * @param folder of the secrets and of the blobs
 * @param httpPort of ingest, for publishers
 * @param managementPort of ingest
 * @param timelinePort of the topology
 */
public record ProofEnvironment(Path folder, int httpPort, int managementPort, int timelinePort, String adminToken) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int TOKEN_BYTES = 20;
    private static final int KEY_BYTES = 32;

    static ProofEnvironment make(Path folder) {
        var environment = new ProofEnvironment(
                folder,
                FreePort.next(),
                FreePort.next(),
                FreePort.next(),
                HexFormat.of().formatHex(random(TOKEN_BYTES)));
        write(environment.file("admin.token"), environment.adminToken);
        write(environment.file("secrets.key"), Base64.getEncoder().encodeToString(random(KEY_BYTES)));
        return environment;
    }

    private static byte[] random(int bytes) {
        var random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return random;
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private Path file(String name) {
        return folder.resolve(name).toAbsolutePath();
    }

    /** The settings that differ from the manifests; each program ignores those of the others. */
    Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("TIDINGS_ADMIN_HOST", LOOPBACK);
        settings.put("TIDINGS_HTTP_HOST", LOOPBACK);
        settings.put("TIDINGS_HTTP_PORT", Integer.toString(httpPort));
        settings.put("TIDINGS_MANAGEMENT_HOST", LOOPBACK);
        settings.put("TIDINGS_MANAGEMENT_PORT", Integer.toString(managementPort));
        settings.put("TIDINGS_TIMELINE_LISTEN", LOOPBACK + ":" + timelinePort);
        settings.put("TIDINGS_TIMELINE_ADVERTISED", LOOPBACK + ":" + timelinePort);
        settings.put("TIDINGS_TIMELINE_URL", "http://" + LOOPBACK + ":" + timelinePort);
        settings.put("TIDINGS_TIMELINE_SECRET", adminToken);
        settings.put("TIDINGS_TIMELINE_STATE_DIR", file("timeline").toString());
        settings.put("TIDINGS_RECEIVE_LISTEN", LOOPBACK + ":0"); // each worker takes a free one
        settings.put("TIDINGS_RECEIVE_ADVERTISED", "");
        settings.put("TIDINGS_RECEIVE_SECRET", adminToken);
        settings.put("TIDINGS_PUBLIC_URL", "http://localhost:" + httpPort);
        settings.put("TIDINGS_ADMIN_TOKEN_FILE", file("admin.token").toString());
        settings.put("TIDINGS_SECRETS_KEY_FILE", file("secrets.key").toString());
        settings.put("TIDINGS_CONSOLE_ENABLED", "true");
        settings.put("TIDINGS_DEADLETTER_STORAGE", file("blobs").toUri().toString());
        settings.put("TIDINGS_DEADLETTER_CREATE_CONTAINERS", "true");
        settings.put("TIDINGS_ENDPOINT_ALLOW_HTTP", "true");
        settings.put("TIDINGS_ENDPOINT_ALLOW_NETWORKS", "127.0.0.0/8");
        settings.put("TIDINGS_DEADLETTER_WINDOW", "5s");
        settings.put("TIDINGS_DEADLETTER_DELAY", "5s");
        return settings;
    }

    /** The differences and their reasons, for people. */
    public static String reasons() {
        return """
            not as shipped: addresses, ports and secrets are of this machine; dead letters go to a folder of it, and
                          within seconds (deadletter.window, deadletter.delay), for nobody waits five minutes; endpoints
                          lie on loopback without TLS (endpoint.allow.…); Kafka asks for no login (strimzi/access.yaml); the
                          console is on (console.enabled)\
            """;
    }
}
