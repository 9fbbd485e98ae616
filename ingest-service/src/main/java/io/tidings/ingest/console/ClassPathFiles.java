package io.tidings.ingest.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the files of the console from the class path: those of this package, and those of the libraries. */
final class ClassPathFiles {
    private static final String INDEX = "index.html";

    /** The files of the libraries that browsers load, by the folder under which they load them. */
    private static final List<Library> LIBRARIES = List.of(
            new Library(
                    "lit-html",
                    "lit-html",
                    "",
                    List.of(
                            "lit-html.js",
                            "directive.js",
                            "directive-helpers.js",
                            "async-directive.js",
                            "directives/class-map.js",
                            "directives/guard.js",
                            "directives/if-defined.js",
                            "directives/keyed.js",
                            "directives/live.js",
                            "directives/ref.js",
                            "directives/repeat.js",
                            "directives/style-map.js",
                            "directives/when.js")),
            new Library("pico", "picocss__pico", "css/", List.of("pico.min.css")),
            new Library("chart", "chart.js", "dist/", List.of("chart.umd.js")));

    /**
     * @param artifact of the WebJar
     * @param place of the files in it
     */
    private record Library(String folder, String artifact, String place, List<String> files) {}

    private ClassPathFiles() {}

    /** Returns the content of each file by its path behind {@code /console/}. */
    static Map<String, byte[]> read() {
        var files = new TreeMap<String, byte[]>();
        try {
            files.putAll(ofThisPackage());
            for (var library : LIBRARIES) {
                var root = "META-INF/resources/webjars/%s/%s/%s"
                        .formatted(library.artifact(), version(library), library.place());
                for (var file : library.files()) {
                    files.put("lib/" + library.folder() + "/" + file, content(root + file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading the files of the console", e);
        }
        return files;
    }

    /** Asks the WebJar, so that the version stands in the build only. */
    private static String version(Library library) throws IOException {
        var properties = new Properties();
        try (var file = open("META-INF/maven/org.webjars.npm/" + library.artifact() + "/pom.properties")) {
            properties.load(file);
        }
        return properties.getProperty("version");
    }

    private static byte[] content(String resource) throws IOException {
        try (var file = open(resource)) {
            return file.readAllBytes();
        }
    }

    private static InputStream open(String resource) {
        return present(ClassPathFiles.class.getClassLoader().getResourceAsStream(resource), resource);
    }

    private static <T> T present(@Nullable T found, String name) {
        if (found == null) {
            throw new IllegalStateException(name + " is not on the class path; rebuild ingest-service");
        }
        return found;
    }

    private static Map<String, byte[]> ofThisPackage() throws IOException {
        var index = present(ClassPathFiles.class.getResource(INDEX), INDEX);
        return index.openConnection() instanceof JarURLConnection jar ? ofJar(jar) : ofFolder(index);
    }

    private static Map<String, byte[]> ofJar(JarURLConnection connection) throws IOException {
        var folder =
                connection.getEntryName().substring(0, connection.getEntryName().length() - INDEX.length());
        var files = new TreeMap<String, byte[]>();
        connection.setUseCaches(false);
        try (var jar = connection.getJarFile()) {
            for (var entry : jar.stream().toList()) {
                var name = entry.getName();
                if (name.startsWith(folder) && ConsoleFile.isServed(name.substring(folder.length()))) {
                    try (var content = jar.getInputStream(entry)) {
                        files.put(name.substring(folder.length()), content.readAllBytes());
                    }
                }
            }
        }
        return files;
    }

    private static Map<String, byte[]> ofFolder(URL index) throws IOException {
        var folder = path(index).resolveSibling("");
        var files = new TreeMap<String, byte[]>();
        try (var paths = Files.walk(folder)) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                var name = folder.relativize(path).toString();
                if (ConsoleFile.isServed(name)) {
                    files.put(name, Files.readAllBytes(path));
                }
            }
        }
        return files;
    }

    private static Path path(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(url + " is no valid URL", e);
        }
    }
}
