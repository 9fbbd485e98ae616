package io.tidings.local.cluster;

import io.tidings.runtime.InvalidSettings;
import io.tidings.testbed.FreePort;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the programs are told in local mode: one machine, loopback only, nothing to set up first. */
final class LocalSettings {
    private static final String BOOTSTRAP = "bootstrap.servers";

    private LocalSettings() {}

    /** The settings of all programs. */
    static Map<String, String> of(
            LocalOptions options, String bootstrap, Path secretsKey, LocalCertificate certificate) {
        var settings = new TreeMap<String, String>();
        settings.putAll(oneMachine(options));
        settings.putAll(listening(options.ports(), certificate));
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

    /** At a free port, which nobody but ingest needs to know. */
    private static Map<String, String> timeline(LocalOptions options) {
        var listener = LocalPorts.HOST + ":" + FreePort.next();
        return Map.of(
                "timeline.listen",
                listener,
                "timeline.url",
                "http://" + listener,
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

    private static Map<String, String> listening(LocalPorts ports, LocalCertificate certificate) {
        return Map.of(
                "http.host",
                LocalPorts.HOST,
                "http.port",
                Integer.toString(ports.http()),
                "https.port",
                Integer.toString(ports.https()),
                "tls.certificate",
                certificate.chain().toString(),
                "tls.key",
                certificate.key().toString(),
                "admin.host",
                LocalPorts.HOST,
                "admin.port",
                Integer.toString(ports.admin()));
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
                "127.0.0.0/8,::1/128",
                "deadletter.storage",
                options.deadLetters().toUri().toString(),
                "deadletter.create.containers",
                "true");
    }
}
