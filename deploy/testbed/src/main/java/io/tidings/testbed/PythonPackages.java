package io.tidings.testbed;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Packages of PyPI with their dependencies.
 *
 * <p>pip installs them once into the user's cache. Tests ask {@link #missing()} first, and are skipped with its text
 * where there is no Python or no registry.
 */
public final class PythonPackages {
    private final PackageCache cache;

    /**
     * @param name of their folder in the cache
     * @param packages with versions, such as {@code standardwebhooks==1.0.0}
     */
    public PythonPackages(String name, String... packages) {
        cache = new PackageCache(
                name,
                List.of(packages),
                folder -> List.of(
                        "python3",
                        "-m",
                        "pip",
                        "install",
                        "--target",
                        modules(folder).toString(),
                        "--no-input",
                        "--retries=1",
                        "--timeout=20"),
                "install Python 3 with pip, and let it reach its registry once");
    }

    /** Returns why the packages cannot be used; empty if they can. The first call installs them. */
    public Optional<String> missing() {
        return cache.missing();
    }

    /** The environment in which scripts find the packages. */
    public Map<String, String> environment() {
        return Map.of("PYTHONPATH", modules(cache.folder()).toString());
    }

    private static Path modules(Path folder) {
        return folder.resolve("site-packages");
    }
}
