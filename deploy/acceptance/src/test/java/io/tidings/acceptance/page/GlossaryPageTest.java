package io.tidings.acceptance.page;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages that explain words, places of the code and threats name types that exist. */
class GlossaryPageTest {
    private static final Pattern GLOSSARY_TYPE =
            Pattern.compile("`([A-Z][A-Za-z]+)`(?=[^|\\n]*\\|$)", Pattern.MULTILINE);
    private static final Pattern PATH = Pattern.compile("`((?:[a-z]+/)+[A-Z]\\w+)`");

    private static final Pattern TEST = Pattern.compile("`(\\w*[a-z](?:Test|IT))`");

    @Test
    void theTypesOfTheGlossaryExist() {
        var types = DeployFolder.files(DeployFolder.ROOT, ".java").stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(toSet());
        assertThat(types).containsAll(found(GLOSSARY_TYPE, "glossary.md"));
    }

    @Test
    void theFilesOfTheArchitecturePageExist() {
        var sources = DeployFolder.files(DeployFolder.ROOT, ".java").stream()
                .map(Object::toString)
                .collect(toSet());
        assertThat(found(PATH, "architecture.md"))
                .hasSizeGreaterThan(20)
                .allSatisfy(path -> assertThat(sources).anyMatch(source -> source.endsWith("/" + path + ".java")));
    }

    @Test
    void theTestsThatThePagesNameExist() {
        var sources = DeployFolder.files(DeployFolder.ROOT, ".java").stream()
                .map(file -> file.getFileName().toString())
                .collect(toSet());
        assertThat(DeployFolder.files(DeployFolder.ROOT.resolve("docs"), ".md"))
                .flatMap(page -> TEST.matcher(DeployFolder.text(page))
                        .results()
                        .map(match -> match.group(1) + ".java")
                        .toList())
                .isNotEmpty()
                .isSubsetOf(sources);
    }

    /** The test above proves that the named tests exist. */
    @Test
    void eachRowOfThePageOnSecurityNamesATest() {
        var rows = DeployFolder.text(DeployFolder.ROOT.resolve("docs/security.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| it protects |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(rows)
                .hasSizeGreaterThan(10)
                .allSatisfy(row -> assertThat(row).containsPattern(TEST));
    }

    private static Set<String> found(Pattern pattern, String page) {
        var text = DeployFolder.text(DeployFolder.ROOT.resolve("docs/internals").resolve(page));
        return pattern.matcher(text).results().map(match -> match.group(1)).collect(toSet());
    }
}
