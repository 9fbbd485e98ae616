package io.tidings.acceptance.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** #31: {@code image.base} and {@code kafka.version} of the POM decide which images are used; nothing else does. */
class BaseImageTest {
    private static final Path BUILD = DeployFolder.ROOT.resolve("deploy/images/build");
    private static final Pattern BASE = Pattern.compile("\\beclipse-temurin:[\\w.-]*\\w");
    private static final Pattern KAFKA = Pattern.compile("\\bapache/kafka:[\\w.-]*\\w");

    @Test
    void theScriptThatMakesImagesReadsTheBaseFromThePom() {
        assertThat(namedIn(BASE, List.of(BUILD))).isEmpty();
        assertThat(DeployFolder.text(BUILD)).contains("<image.base>");
    }

    @Test
    void whereverTheBaseIsNamedItIsThatOfThePom() {
        assertThat(namedIn(BASE, pagesAndFiles()))
                .isNotEmpty()
                .allSatisfy((_, named) -> assertThat(named).containsOnly(base()));
    }

    @Test
    void whereverTheImageOfKafkaIsNamedItHasTheVersionOfTheClients() {
        assertThat(namedIn(KAFKA, pagesAndFiles()))
                .isNotEmpty()
                .allSatisfy((_, named) -> assertThat(named).containsOnly("apache/kafka:" + property("kafka.version")));
    }

    private static List<Path> pagesAndFiles() {
        var named = Stream.of("README.md", "deploy/compose/compose.yaml", "deploy/images/build", "deploy/images/kafka")
                .map(DeployFolder.ROOT::resolve);
        var pages = DeployFolder.files(DeployFolder.ROOT.resolve("docs"), ".md").stream();
        return Stream.of(named, pages, DeployFolder.files(Path.of("src", "test", "java"), "IT.java").stream())
                .flatMap(each -> each)
                .toList();
    }

    /** The images that files name, by file. */
    private static Map<Path, List<String>> namedIn(Pattern image, List<Path> files) {
        var found = new TreeMap<Path, List<String>>();
        for (var file : files) {
            var named = image.matcher(DeployFolder.text(file))
                    .results()
                    .map(match -> match.group())
                    .toList();
            if (!named.isEmpty()) {
                found.put(file, named);
            }
        }
        return found;
    }

    /** Without the digest that {@code deploy/images/renew} writes. */
    private static String base() {
        return property("image.base").replaceFirst("@.*", "");
    }

    private static String property(String name) {
        var element = Pattern.compile("<%1$s>(.*)</%1$s>".formatted(Pattern.quote(name)));
        return element.matcher(DeployFolder.text(DeployFolder.ROOT.resolve("pom.xml")))
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .orElseThrow();
    }
}
