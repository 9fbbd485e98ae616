package io.tidings.acceptance.release;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.acceptance.installation.DeployFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The libraries of each program, as its folder and its bill of materials have them. */
@ParameterizedClass
@ValueSource(
        strings = {
            "retry-topology",
            "ingest-service",
            "delivery-worker",
            "deadletter-exporter",
            "deploy/cli",
            "deploy/local"
        })
class ShippedLibrariesIT {
    /** Licences that allow shipping an unchanged library with a program under the Apache License. */
    private static final Set<String> ALLOWED = Set.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "CC0-1.0",
            "EPL-2.0",
            "MIT",
            "Go License"); // BSD-3-Clause, too

    private static final Map<String, String> RECORDED = DeployFolder.text(
                    DeployFolder.ROOT.resolve(".mvn/checksums/checksums.sha256"))
            .lines()
            .map(line -> line.split("  "))
            .collect(toMap(line -> line[1], line -> line[0]));

    @Parameter
    private String module;

    @BeforeEach
    void thereIsABillOfMaterials() {
        assumeTrue(Files.exists(dist().resolve("about/sbom.cdx.json")), "none is made while Maven is offline");
    }

    /**
     * @param path of its jar in a repository
     * @param licences each of which it may be used under
     */
    private record Library(String id, String path, Path jar, List<String> licences) {
        static Library of(JsonNode component, Path jars) {
            var name = component.path("name").asText();
            var version = component.path("version").asText();
            var purl = component.path("purl").asText();
            var classifier = purl.contains("classifier=") ? purl.replaceFirst(".*classifier=([^&]*).*", "-$1") : "";
            var group = component.path("group").asText();
            var file = name + "-" + version + classifier + ".jar";
            return new Library(
                    group + ":" + name + " " + version,
                    String.join("/", group.replace('.', '/'), name, version, file),
                    jars.resolve(file),
                    StreamSupport.stream(component.path("licenses").spliterator(), false)
                            .map(each -> each.at("/license/id")
                                    .asText(each.at("/license/name").asText()))
                            .toList());
        }

        boolean isOurs() {
            return id.startsWith("io.tidings:");
        }

        boolean holdsItsLicence() throws Exception {
            try (var file = new JarFile(jar.toFile())) {
                return file.stream()
                        .anyMatch(entry -> entry.getName().matches("(?i)(.*/)?(licen[cs]e|copying)[^/]*")
                                && !entry.getName().endsWith(".class"));
            }
        }
    }

    @Test
    void everyJarIsInTheBillOfMaterials() throws Exception {
        try (var jars = Files.list(dist().resolve("lib"))) {
            assertThat(jars)
                    .hasSize(libraries().size() + 1) // its own
                    .containsAll(libraries().stream().map(Library::jar).toList());
        }
    }

    @Test
    void everyLibraryIsUnderALicenceOfTheList() {
        assertThat(libraries())
                .isNotEmpty()
                .allSatisfy(library -> assertThat(library.licences()).containsAnyElementsOf(ALLOWED));
    }

    @Test
    void everyLibraryHasTheBytesThatAreRecorded() throws Exception {
        for (var library : foreign()) {
            var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(library.jar()));
            assertThat(RECORDED)
                    .as("a new version is recorded with deploy/release/checksums")
                    .containsEntry(library.path(), HexFormat.of().formatHex(digest));
        }
    }

    @Test
    void everyLibraryIsNamedWithItsLicenceInAFile() throws Exception {
        var file = DeployFolder.text(dist().resolve("about/THIRD-PARTY.txt"));
        for (var library : foreign()) {
            assertThat(file).contains(library.id() + ": " + String.join(" or ", library.licences()));
            if (!library.licences().contains("Apache-2.0") && !library.holdsItsLicence()) {
                assertThat(DeployFolder.text(DeployFolder.ROOT.resolve("deploy/release/third-party.xsl")))
                        .as("the text of a licence that is not in its jar")
                        .contains(library.id().replaceFirst(".*:(.*) .*", "$1"));
            }
        }
    }

    private List<Library> foreign() {
        return libraries().stream().filter(library -> !library.isOurs()).toList();
    }

    private List<Library> libraries() {
        var bill = DeployFolder.documents(dist().resolve("about/sbom.cdx.json")).getFirst();
        return StreamSupport.stream(bill.path("components").spliterator(), false)
                .map(component -> Library.of(component, dist().resolve("lib")))
                .toList();
    }

    private Path dist() {
        return DeployFolder.ROOT.resolve(module).resolve("target/dist");
    }
}
