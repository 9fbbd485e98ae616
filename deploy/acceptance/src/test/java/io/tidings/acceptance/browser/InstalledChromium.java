package io.tidings.acceptance.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser of this machine and the driver that steers it. */
record InstalledChromium(Path browser, Path driver) {
    /** Says what to do where it is missing. */
    static final String MISSING =
            "there is no Chromium with its driver; on Debian: apt-get install chromium chromium-driver";

    /** Looks at the system properties {@code tidings.chromium} and {@code tidings.chromedriver}, then at the PATH. */
    static Optional<InstalledChromium> find() {
        return program("tidings.chromium", List.of("chromium", "chromium-browser", "google-chrome"))
                .flatMap(browser -> program("tidings.chromedriver", List.of("chromedriver"))
                        .map(driver -> new InstalledChromium(browser, driver)));
    }

    private static Optional<Path> program(String property, List<String> names) {
        var given = System.getProperty(property);
        return given != null
                ? Optional.of(Path.of(given))
                : names.stream().flatMap(InstalledChromium::onPath).findFirst();
    }

    private static Stream<Path> onPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable);
    }
}
