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

/** What the programs are told in local mode: one machine, nothing to set up first, loopback unless asked otherwise. */
final class LocalSettings {
    private static final String BOOTSTRAP = "bootstrap.servers";
    private static final String LOOPBACK = "127.0.0.0/8,::1/128";

    /** The networks of containers and of offices, in which endpoints lie beside a container with local mode. */
    private static final String PRIVATE = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7";

    private static final int SECRET_BYTES = 24;

    private LocalSettings() {}

    /** The settings of all programs. */
    static Map<String, String> of(
            LocalOptions options, String bootstrap, Path secretsKey, LocalCertificate certificate) {
        var settings = new TreeMap<String, String>();
        settings.putAll(oneMachine(options));
        settings.putAll(listening(options, certificate));
        settings.putAll(beyondLoopback(options));
        settings.putAll(timeline(options));
        settings.putAll(console(options));
        settings.putAll(trustingLoopback(options));
        if (!options.settings().containsKey("admin.token")) {
            settings.put("admin.token.file", options.token().toString());
        }
        if (!options.settings().containsKey("secrets.key")) {
            settings.put("secrets.key.file", secretsKey.toString());
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

    private static Map<String, String> oneMachine(LocalOptions options) {
        return Map.of(
                "partitions",
                "4",
                "replication.factor",
                options.bootstrap() == null ? "1" : "-1",
                // The same after a restart, so that a group need not wait for its dead member.
                "topology.instance.id",
                "local-topology",
                "worker.instance.id",
                "local-worker",
                "exporter.instance.id",
                "local-exporter",
                "streams.state.dir",
                options.data().resolve("matching").toString(),
                "attempts.log",
                "all",
                "drain.timeout",
                "4s");
    }

    /** At a free port and with a secret, which nobody but ingest needs to know. */
    private static Map<String, String> timeline(LocalOptions options) {
        var secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        var listener = LocalAddress.LOOPBACK_HOST + ":" + FreePort.next();
        return Map.of(
                "timeline.listen",
                listener,
                "timeline.url",
                "http://" + listener,
                "timeline.secret",
                HexFormat.of().formatHex(secret),
                "timeline.state.dir",
                options.data().resolve("timeline").toString(),
                "timeline.standby.replicas",
                "0");
    }

    private static Map<String, String> console(LocalOptions options) {
        return Map.of(
                "console.enabled",
                "true",
                "console.test.receiver",
                options.testReceiver().map(URI::toString).orElse(""));
    }

    private static Map<String, String> listening(LocalOptions options, LocalCertificate certificate) {
        var ports = options.ports();
        var listen = options.address().listen();
        return Map.of(
                "http.host",
                listen,
                "http.port",
                Integer.toString(ports.http()),
                "https.port",
                Integer.toString(ports.https()),
                "tls.certificate",
                certificate.chain().toString(),
                "tls.key",
                certificate.key().toString(),
                "admin.host",
                listen,
                "admin.port",
                Integer.toString(ports.admin()));
    }

    /** In a container the address says nothing of how publishers get there. */
    private static Map<String, String> beyondLoopback(LocalOptions options) {
        var address = options.address();
        return address.beyondLoopback()
                ? Map.of(
                        "public.url",
                        "http://" + address.host() + ":" + options.ports().http())
                : Map.of();
    }

    private static Map<String, String> trustingLoopback(LocalOptions options) {
        return Map.of(
                "auth.required",
                "false",
                "webhook.validation",
                "false",
                "endpoint.allow.http",
                "true",
                "endpoint.allow.networks",
                options.address().beyondLoopback() ? LOOPBACK + "," + PRIVATE : LOOPBACK,
                "deadletter.storage",
                options.deadLetters().toUri().toString(),
                "deadletter.create.containers",
                "true");
    }
}
