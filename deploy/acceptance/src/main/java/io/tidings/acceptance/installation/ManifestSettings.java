package io.tidings.acceptance.installation;

import io.tidings.testbed.cluster.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The settings of {@code deploy/kubernetes}: the file of all programs, and the variables of each manifest.
 *
 * @param folder of the manifests
 */
record ManifestSettings(Path folder) {
    private static final Pattern VARIABLE = Pattern.compile("name: (TIDINGS_[A-Z_]+)\\s+value(?:: \"?([^\\s\"]+)\"?)?");

    /**
     * The environment of one program.
     *
     * @param here values that a cluster would supply, or that differ on this machine
     */
    Map<String, String> environment(Service program, Map<String, String> here) {
        var all = new TreeMap<>(settings());
        VARIABLE.matcher(text(folder.resolve(manifest(program)))).results().forEach(variable -> {
            var name = variable.group(1);
            var value = variable.group(2);
            if (value == null && !here.containsKey(name)) {
                throw new ProofFailed("%s takes %s from the cluster, and this proof has no value for it; give it one"
                        .formatted(manifest(program), name));
            }
            all.put(name, value == null ? "" : value);
        });
        all.putAll(here);
        return all;
    }

    private static String manifest(Service program) {
        return program.label() + ".yaml";
    }

    /** Of all programs. */
    Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        text(folder.resolve("settings.env"))
                .lines()
                .filter(line -> !line.startsWith("#") && line.contains("="))
                .map(line -> line.split("=", 2))
                .forEach(pair -> settings.put(pair[0], pair[1]));
        return settings;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
