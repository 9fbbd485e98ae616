package io.tidings.acceptance.installation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.testbed.cluster.Service;
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
            var tar = new ProcessBuilder(List.of("tar", "-x", "-f", archive.toString(), "-C", folder.toString()))
                    .redirectErrorStream(true)
                    .start();
            var printed = new String(tar.getInputStream().readAllBytes(), UTF_8);
            if (tar.waitFor() != 0) {
                throw new ProofFailed("%s cannot be unpacked; make it again: deploy/images/build (%s)"
                        .formatted(archive, printed.strip()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run tar; install it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while unpacking " + archive, e);
        }
    }

    List<String> command() {
        return config.command(folder, Path.of(System.getProperty("java.home")));
    }
}
