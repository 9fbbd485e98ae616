package io.tidings.acceptance.installation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.testbed.cluster.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An image as {@code deploy/images/build} leaves it.
 *
 * @param file for {@code docker load}
 */
record ImageFile(Path file) {

    /** Unpacks it, the lowest layer first, as a container would see it. */
    Installation.Unpacked unpackInto(Service program, Path folder, Path jdk) {
        var parts = folder.resolveSibling(folder.getFileName() + ".parts");
        untar(file, parts);
        var manifest = ImageConfig.parsed(parts.resolve("manifest.json")).path(0);
        for (var layer : ImageConfig.texts(manifest.path("Layers"))) {
            untar(parts.resolve(layer), folder);
        }
        var config = ImageConfig.read(parts.resolve(manifest.path("Config").asText()));
        return new Installation.Unpacked(program, folder, config, jdk);
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
}
