package io.tidings.acceptance.installation;

import io.tidings.testbed.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** An image, unpacked to where it runs. */
public record UnpackedImage(String name, Path folder, ImageConfig config) {
    private static final String USER = "10001:10001";
    private static final List<String> PAPERS = List.of("app/sbom.cdx.json", "app/THIRD-PARTY.txt", "app/LICENSE");
    private static final Set<String> LABELS = Set.of(
            "org.opencontainers.image.title",
            "org.opencontainers.image.version",
            "org.opencontainers.image.revision",
            "org.opencontainers.image.base.name");

    /**
     * Unpacks an image as a container would see it, the lowest layer first.
     *
     * @param images for {@code docker load}, as {@code deploy/images/build} leaves them
     */
    public static UnpackedImage of(String name, Path images, Path folder) {
        var file = images.resolve(name + ".tar");
        var parts = folder.resolveSibling(folder.getFileName() + ".parts");
        untar(file, parts);
        var manifest = ImageConfig.parsed(parts.resolve("manifest.json")).path(0);
        for (var layer : ImageConfig.texts(manifest.path("Layers"))) {
            untar(parts.resolve(layer), folder);
        }
        var config = ImageConfig.read(parts.resolve(manifest.path("Config").asText()));
        return new UnpackedImage(name, folder, config);
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

    /** True if a container of the image runs without rights, and tells its ports and where it comes from. */
    public boolean says(int... ports) {
        return config.user().equals(USER)
                && IntStream.of(ports).allMatch(port -> config.ports().contains(port + "/tcp"))
                && config.labels().containsAll(LABELS)
                && PAPERS.stream().allMatch(paper -> Files.isRegularFile(folder.resolve(paper)));
    }

    /** Every file of the image. */
    public List<Path> files() {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    public List<String> command() {
        return config.command(folder, Path.of(System.getProperty("java.home")));
    }
}
