package io.tidings.acceptance.installation;

import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An image of a service, unpacked to where it runs. */
public record UnpackedImage(Service service, Path folder, ImageConfig config) {
    /**
     * Unpacks an image as a container would see it, the lowest layer first.
     *
     * @param file for {@code docker load}, as {@code deploy/images/build} leaves it
     */
    static UnpackedImage of(Service service, Path file, Path folder) {
        var parts = folder.resolveSibling(folder.getFileName() + ".parts");
        untar(file, parts);
        var manifest = ImageConfig.parsed(parts.resolve("manifest.json")).path(0);
        for (var layer : ImageConfig.texts(manifest.path("Layers"))) {
            untar(parts.resolve(layer), folder);
        }
        var config = ImageConfig.read(parts.resolve(manifest.path("Config").asText()));
        return new UnpackedImage(service, folder, config);
    }

    private static void untar(Path archive, Path folder) {
        try {
            Files.createDirectories(folder);
            Tool.run("tar", "-x", "-f", archive.toString(), "-C", folder.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    archive + " cannot be unpacked; make it again with deploy/images/build, or install tar", e);
        }
    }

    List<String> command() {
        return config.command(folder, Path.of(System.getProperty("java.home")));
    }
}
