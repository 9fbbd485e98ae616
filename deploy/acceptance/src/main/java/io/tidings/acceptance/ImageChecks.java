package io.tidings.acceptance;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.UnpackedImage;
import java.nio.file.Files;
import java.time.Instant;

/** An image has no rights, says what it is, holds what its program needs, and is never written to. */
record ImageChecks(CheckList checks) {
    void saysWhatItShould(UnpackedImage image, int... ports) {
        var config = image.config();
        checks.check(
                image.says(ports),
                "image %s: user %s, ports %s, labels, a bill of materials"
                        .formatted(image.name(), config.user(), config.ports()),
                "image %s has user %s, ports %s, labels %s, or no bill of materials; look at the profile images of pom.xml"
                        .formatted(image.name(), config.user(), config.ports(), config.labels()));
    }

    /** RocksDB is linked with libstdc++; a base without an operating system uses that of this machine. */
    void canLoadRocksDb(UnpackedImage image) {
        boolean system = Files.exists(image.folder().resolve("etc/os-release"));
        boolean library = image.files().stream()
                .anyMatch(file -> file.getFileName().toString().startsWith("libstdc++.so.6"));
        checks.check(
                library || !system,
                "image %s: %s"
                        .formatted(
                                image.name(),
                                system
                                        ? "its base has libstdc++, which RocksDB needs"
                                        : "no operating system to look at"),
                "image %s has no libstdc++.so.6, so the timeline cannot start; deploy/images/build says more"
                        .formatted(image.name()));
    }

    /** A program that writes into its image cannot run in a read-only container. */
    void isAsItWas(UnpackedImage image, Instant begun) {
        var written = image.files().stream()
                .filter(file -> file.toFile().lastModified() > begun.toEpochMilli())
                .toList();
        checks.check(
                written.isEmpty(),
                "%s has written nothing where its image lies".formatted(image.name()),
                "%s has written %s; a read-only container has no room for that".formatted(image.name(), written));
    }
}
