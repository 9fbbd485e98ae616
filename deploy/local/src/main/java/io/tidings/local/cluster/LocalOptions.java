package io.tidings.local.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The options of a local start.
 *
 * @param data the folder of everything it keeps
 * @param bootstrap a Kafka that is there already; absent: one is started
 * @param settings of the programs, stronger than what local mode chooses
 */
public record LocalOptions(
        Path data,
        LocalAddress address,
        LocalPorts ports,
        @Nullable String bootstrap,
        Map<String, String> settings) {
    public LocalOptions {
        data = data.toAbsolutePath().normalize();
        settings = Map.copyOf(settings);
    }

    /** The options of a start on loopback. */
    public LocalOptions(Path data, LocalPorts ports, @Nullable String bootstrap, Map<String, String> settings) {
        this(data, LocalAddress.LOOPBACK, ports, bootstrap, settings);
    }

    public Path token() {
        return data.resolve("admin.token");
    }

    /** The key that secrets are sealed with. */
    Path secretsKey() {
        return data.resolve("secrets.key");
    }

    /** The URL of an endpoint that accepts every event; empty if it is switched off. */
    public Optional<URI> testReceiver() {
        return ports.receiver().stream()
                .mapToObj(port -> URI.create("http://localhost:" + port + "/"))
                .findFirst();
    }

    public Path deadLetters() {
        return data.resolve("deadletters");
    }
}
