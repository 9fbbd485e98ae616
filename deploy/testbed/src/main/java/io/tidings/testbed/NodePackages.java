package io.tidings.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Packages of npm with their dependencies, and scripts that use them.
 *
 * <p>npm installs them once into the user's cache. Tests ask {@link #missing()} first, and are skipped with its text
 * where there is no Node or no registry.
 */
public final class NodePackages {
    private final PackageCache cache;

    /**
     * @param name of their folder in the cache
     * @param packages with versions, such as {@code cloudevents@10.0.0}
     */
    public NodePackages(String name, String... packages) {
        cache = new PackageCache(
                name,
                List.of(packages),
                folder -> List.of(
                        "npm",
                        "install",
                        "--prefix",
                        folder.toString(),
                        "--no-audit",
                        "--no-fund",
                        "--ignore-scripts",
                        "--fetch-retries=1",
                        "--fetch-timeout=20000"),
                "install Node.js with npm, and let it reach its registry once");
    }

    /** The reason why the packages cannot be used; empty when they can. The first call installs them. */
    public Optional<String> missing() {
        return cache.missing();
    }

    public Path modules() {
        return cache.folder().resolve("node_modules");
    }

    /** The environment in which scripts find the packages. */
    public Map<String, String> environment() {
        return Map.of("NODE_PATH", modules().toString());
    }

    /**
     * Returns what a script prints.
     *
     * @throws IOException with the script's error output, when it fails
     */
    public String run(Path script, Map<String, String> environment, String... arguments) throws IOException {
        var all = new HashMap<>(environment());
        all.putAll(environment);
        return PackageCache.printed("node", script, all, arguments);
    }
}
