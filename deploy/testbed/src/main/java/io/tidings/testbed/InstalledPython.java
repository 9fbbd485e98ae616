package io.tidings.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A Python of this machine that has some modules, such as those of a Linux distribution's packages.
 *
 * <p>Tests ask {@link #missing()} first, and are skipped with its text where no Python has them.
 */
public final class InstalledPython {
    /** That of a distribution has its packages; another one may hide it in the path. */
    private static final List<String> PLACES = List.of("python3", "/usr/bin/python3");

    private static final int IMPORT_SECONDS = 60;

    private final String modules;
    private final String remedy;
    private @Nullable String interpreter;

    /** @param remedy what to do where no Python has the modules */
    public InstalledPython(String remedy, String... modules) {
        this.modules = Arrays.stream(modules).collect(Collectors.joining(", "));
        this.remedy = remedy;
    }

    /** Returns why there is no such Python; empty if there is one. */
    public synchronized Optional<String> missing() {
        if (interpreter == null) {
            interpreter = PLACES.stream().filter(this::imports).findFirst().orElse(null);
        }
        return interpreter == null
                ? Optional.of("no Python of " + PLACES + " has the modules " + modules + "; " + remedy)
                : Optional.empty();
    }

    /** The program that runs scripts. */
    public synchronized String interpreter() {
        if (interpreter == null) {
            throw new IllegalStateException("ask what is missing first");
        }
        return interpreter;
    }

    /**
     * Returns what a script prints.
     *
     * @throws IOException with the script's error output, if it fails
     */
    public String run(Path script, String... arguments) throws IOException {
        return PackageCache.printed(interpreter(), script, Map.of(), arguments);
    }

    private boolean imports(String place) {
        try {
            var process = new ProcessBuilder(place, "-c", "import " + modules)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = process.waitFor(IMPORT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
