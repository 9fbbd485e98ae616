package io.tidings.acceptance.installation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The configuration of an image.
 *
 * @param ports such as {@code 9192/tcp}
 */
public record ImageConfig(
        String user,
        List<String> entrypoint,
        List<String> environment,
        Set<String> ports,
        Set<String> volumes,
        Set<String> labels) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String APP = "/app/";
    private static final String JAVA_HOME = "JAVA_HOME=";

    public ImageConfig {
        entrypoint = List.copyOf(entrypoint);
        environment = List.copyOf(environment);
        ports = Set.copyOf(ports);
        volumes = Set.copyOf(volumes);
        labels = Set.copyOf(labels);
    }

    static ImageConfig read(Path file) {
        var config = parsed(file).path("config");
        return new ImageConfig(
                config.path("User").asText(),
                texts(config.path("Entrypoint")),
                texts(config.path("Env")),
                names(config.path("ExposedPorts")),
                names(config.path("Volumes")),
                names(config.path("Labels")));
    }

    static JsonNode parsed(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + "; make the images again: deploy/images/build", e);
        }
    }

    static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static Set<String> names(JsonNode object) {
        var names = new TreeSet<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The command for an unpacked image, with its own Java if that runs on this machine. */
    List<String> command(Path root, Path jdk) {
        var command = new ArrayList<String>();
        for (var word : entrypoint) {
            command.add(
                    word.startsWith("@" + APP) ? arguments(root, word.substring(1)) : word.replace(APP, root + APP));
        }
        command.set(0, java(root, jdk).toString());
        return command;
    }

    /** The content of the file that an argument names. */
    private static String arguments(Path root, String file) {
        try {
            return Files.readString(root.resolve(file.substring(1))).replace(APP, root + APP);
        } catch (IOException e) {
            throw new UncheckedIOException("the image has no " + file + ", which its entrypoint names", e);
        }
    }

    private Path java(Path root, Path jdk) {
        return environment.stream()
                .filter(each -> each.startsWith(JAVA_HOME))
                .map(each ->
                        root.resolve(each.substring(JAVA_HOME.length() + 1)).resolve("bin/java"))
                .filter(own -> System.getProperty("os.name").equals("Linux") && Files.isExecutable(own))
                .findFirst()
                .orElse(jdk.resolve("bin/java"));
    }
}
