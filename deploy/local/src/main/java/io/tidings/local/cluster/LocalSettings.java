package io.tidings.local.cluster;

import io.tidings.runtime.InvalidSettings;
import io.tidings.testbed.FreePort;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Settings of the programs in local mode: one machine, nothing to set up first, loopback unless asked otherwise. */
final class LocalSettings {
    private static final String BOOTSTRAP = "bootstrap.servers";
    private static final String LOOPBACK = "127.0.0.0/8,::1/128";

    /** The networks of containers and of offices, in which endpoints lie beside a container with local mode. */
    private static final String PRIVATE = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7";

    private static final int SECRET_BYTES = 24;

    private LocalSettings() {}

    /** The settings of all programs. */
    static Map<String, String> of(LocalOptions options, String bootstrap, LocalCertificate certificate) {
        var settings = new TreeMap<String, String>();
        oneMachine(settings, options);
        listening(settings, options, certificate);
        timeline(settings, options.data());
        settings.put("receive.listen", LocalAddress.LOOPBACK_HOST + ":" + FreePort.next());
        settings.put("receive.secret", secret());
        trustingLoopback(settings, options);
        settings.put("console.enabled", "true");
        settings.put(
                "console.test.receiver",
                options.testReceiver().map(URI::toString).orElse(""));
        if (!options.settings().containsKey("admin.token")) {
            settings.put("admin.token.file", options.token().toString());
        }
        if (!options.settings().containsKey("secrets.key")) {
            settings.put("secrets.key.file", options.secretsKey().toString());
        }
        settings.putAll(options.settings());
        settings.put(BOOTSTRAP, bootstrap);
        return settings;
    }

    /** @throws InvalidSettings when a setting is asked for that none of the programs knows */
    static void requireKnown(Map<String, String> settings, List<LocalProgram> services) {
        var problems = settings.keySet().stream()
                .filter(key -> services.stream().noneMatch(service -> service.knows(key)))
                .map(key -> key + ": there is no such setting")
                .toList();
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        if (settings.containsKey(BOOTSTRAP)) {
            throw new InvalidSettings(List.of(BOOTSTRAP + ": use --bootstrap HOST:PORT instead"));
        }
    }

    private static void oneMachine(Map<String, String> settings, LocalOptions options) {
        settings.put("partitions", "4");
        settings.put("replication.factor", options.bootstrap() == null ? "1" : "-1");
        // The same after a restart, so that a group need not wait for its dead member.
        settings.put("topology.instance.id", "local-topology");
        settings.put("worker.instance.id", "local-worker");
        settings.put("exporter.instance.id", "local-exporter");
        settings.put("streams.state.dir", options.data().resolve("matching").toString());
        settings.put("attempts.log", "all");
        settings.put("drain.timeout", "4s");
    }

    private static void listening(Map<String, String> settings, LocalOptions options, LocalCertificate certificate) {
        var address = options.address();
        settings.put("http.host", address.listen());
        settings.put("http.port", Integer.toString(options.ports().http()));
        settings.put("https.port", Integer.toString(options.ports().https()));
        settings.put("tls.certificate", certificate.chain().toString());
        settings.put("tls.key", certificate.key().toString());
        settings.put("admin.host", address.listen());
        settings.put("admin.port", Integer.toString(options.ports().admin()));
        if (address.beyondLoopback()) { // in a container the address says nothing of how publishers get there
            settings.put(
                    "public.url",
                    "http://" + address.host() + ":" + options.ports().http());
        }
    }

    /** At a free port and with a secret, which nobody but ingest needs to know. */
    private static void timeline(Map<String, String> settings, Path data) {
        var listener = LocalAddress.LOOPBACK_HOST + ":" + FreePort.next();
        settings.put("timeline.listen", listener);
        settings.put("timeline.url", "http://" + listener);
        settings.put("timeline.secret", secret());
        settings.put("timeline.state.dir", data.resolve("timeline").toString());
        settings.put("timeline.standby.replicas", "0");
    }

    private static String secret() {
        var secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    private static void trustingLoopback(Map<String, String> settings, LocalOptions options) {
        settings.put("auth.required", "false");
        settings.put("webhook.validation", "false");
        settings.put("endpoint.allow.http", "true");
        settings.put(
                "endpoint.allow.networks", options.address().beyondLoopback() ? LOOPBACK + "," + PRIVATE : LOOPBACK);
        settings.put("deadletter.storage", options.deadLetters().toUri().toString());
        settings.put("deadletter.create.containers", "true");
    }
}
